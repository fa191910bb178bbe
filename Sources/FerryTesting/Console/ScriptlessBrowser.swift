import FerryHTTP
package import HTTPTypes
import Synchronization

/// A browser without scripts at the pages of a provider's sandbox: it stores cookies, and follows the sandbox's own redirects.
package final class ScriptlessBrowser: Sendable {
  package struct Place: Sendable {
    package let status: Int
    /// The path of the last page.
    package let path: String
    package let html: String
    package let headers: HTTPFields
    /// The target of the last redirect, if it is outside the sandbox.
    package let left: String?

    package var policy: String { headers[.contentSecurityPolicy] ?? "" }

    /// The value of a hidden field.
    package func hidden(_ name: String) -> String? {
      guard let start = html.firstRange(of: #"name="\#(name)" value=""#)?.upperBound else { return nil }
      return String(html[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }
  }

  private let origin: String
  private let exchange: @Sendable (HTTPRequest, [UInt8]) async throws -> (HTTPResponse, [UInt8])
  private let cookies = Mutex<[String: String]>([:])

  /// - Parameters:
  ///   - origin: The sandbox's, an address with http.
  ///   - exchange: Has the sandbox answer a request.
  package init(
    at origin: String, exchange: @escaping @Sendable (HTTPRequest, [UInt8]) async throws -> (HTTPResponse, [UInt8])
  ) {
    self.origin = origin
    self.exchange = exchange
  }

  package func get(_ path: String, language: String? = nil) async throws -> Place {
    try await send(.get, path, "", language: language)
  }

  /// - Parameters:
  ///   - isCrossSite: True if another site's page sends the form, without cookies.
  ///   - origin: The page's site, for the console.
  @discardableResult
  package func post(
    _ path: String, _ fields: [(String, String)], isCrossSite: Bool = false, origin: String? = nil,
    isFramed: Bool = false
  ) async throws -> Place {
    let body = Link("/", query: fields.map { (name: $0, value: $1) }).text.dropFirst(2)
    return try await send(
      .post, path, String(body), isCrossSite: isCrossSite, origin: origin, isFramed: isFramed)
  }

  package func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String, isCrossSite: Bool = false, origin: String? = nil,
    language: String? = nil, isFramed: Bool = false
  ) async throws -> Place {
    let path = ownPath(path) ?? path
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.origin] = origin
    request.headerFields[.acceptLanguage] = language
    // W3C Fetch Metadata: browsers send it with every request of a frame.
    if let name = HTTPField.Name("Sec-Fetch-Dest") { request.headerFields[name] = isFramed ? "iframe" : "document" }
    let pairs = cookies.withLock { cookies in cookies.map { "\($0)=\($1)" } }
    if !isCrossSite, !pairs.isEmpty { request.headerFields[.cookie] = pairs.joined(separator: "; ") }
    let (response, bytes) = try await exchange(request, Array(body.utf8))
    cookies.withLock { cookies in
      for header in response.headerFields[values: .setCookie] {
        let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        cookies[String(pair[0])] = header.contains("Max-Age=0") ? nil : String(pair[1])
      }
    }
    let location = response.headerFields[.location]
    if let location, let next = ownPath(location) { return try await send(.get, next, "") }
    return Place(
      status: response.status.code, path: path, html: String(decoding: bytes, as: UTF8.self),
      headers: response.headerFields, left: location)
  }

  private func ownPath(_ address: String) -> String? {
    if address.hasPrefix("/") { return address }
    return address.hasPrefix(origin + "/") ? String(address.dropFirst(origin.count)) : nil
  }
}
