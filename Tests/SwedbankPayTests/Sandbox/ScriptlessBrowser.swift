import FerrySandbox
import FerryWeb
import HTTPTypes

@testable import SwedbankPaySandbox

/// A browser without scripts, which follows the sandbox's own redirects.
struct ScriptlessBrowser: Sendable {
  struct Place {
    let status: Int
    /// The path of the last page.
    let path: String
    let html: String
    let policy: String
    /// The address outside the sandbox to which the last redirect led.
    let left: String?

    /// The names of the menu's events.
    var events: [String] { eventBodies.compactMap { $0["event"]?.text } }

    var eventBodies: [JSONValue] {
      guard let start = html.firstRange(of: "data-events=\"")?.upperBound else { return [] }
      let text = html[start...].prefix { $0 != "\"" }.replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      return (try? JSONValue(parsing: Array(text.utf8)))?.elements ?? []
    }
  }

  private let sandbox: Sandbox

  init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  func get(_ path: String, language: String? = nil) async throws -> Place {
    try await send(.get, path, "", language: language)
  }

  @discardableResult
  func post(_ path: String, _ fields: [(String, String)], origin: String? = nil) async throws -> Place {
    let body = fields.map { name, value in Link("/", query: [(name, value)]).text.dropFirst(2) }.joined(separator: "&")
    return try await send(.post, path, body, origin: origin)
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String, origin: String? = nil, language: String? = nil
  ) async throws -> Place {
    let path = path.hasPrefix(TestShop.origin) ? String(path.dropFirst(TestShop.origin.count)) : path
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.origin] = origin
    request.headerFields[.acceptLanguage] = language
    let exchange = try await sandbox.exchange(request, body: Array(body.utf8))
    let location = exchange.response.headerFields[.location]
    if let location, location.hasPrefix("/") || location.hasPrefix(TestShop.origin) {
      return try await send(.get, location, "")
    }
    return Place(
      status: exchange.response.status.code, path: path, html: String(decoding: exchange.body, as: UTF8.self),
      policy: exchange.response.headerFields[.contentSecurityPolicy] ?? "", left: location)
  }
}
