import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import DemoShop

/// A browser in front of the shop: it keeps cookies, and fills in forms from the pages it was given.
final class ShopBrowser {
  let client: any TestClientProtocol
  private(set) var cookies: [String: String] = [:]
  var languages = "en"
  /// What the page's script asks for when it sends a form itself.
  var accept: String?
  private(set) var csrf = ""

  init(_ client: any TestClientProtocol) { self.client = client }

  struct Answer {
    let status: Int
    let headers: HTTPFields
    let text: String
    let size: Int

    var location: String? { headers[.location] }
  }

  @discardableResult
  func get(_ path: String) async throws -> Answer {
    let answer = try await send(path, .get)
    // Every form of a page carries the same token.
    if let match = answer.text.firstMatch(of: /name="csrf" value="([^"]+)"/) { csrf = String(match.1) }
    return answer
  }

  /// Sends a form with the token of the page that was loaded last.
  @discardableResult
  func post(_ path: String, _ fields: [(String, String)] = []) async throws -> Answer {
    try await post(path, fields, csrf: csrf)
  }

  func post(_ path: String, _ fields: [(String, String)], csrf: String?) async throws -> Answer {
    let all = (csrf.map { [("csrf", $0)] } ?? []) + fields
    // A query is written as a form is.
    let encoded = Link("/", query: all.map { (name: $0.0, value: $0.1) }).text.dropFirst(2)
    return try await send(path, .post, body: String(encoded))
  }

  /// Follows redirects within the shop, as a browser does after a form.
  func follow(_ answer: Answer) async throws -> Answer {
    var answer = answer
    while answer.status == 303, let location = answer.location, location.hasPrefix("/") {
      answer = try await get(String(location.prefix { $0 != "#" }))
    }
    return answer
  }

  /// Becomes the browser that had these.
  func take(_ cookies: [String: String]) { self.cookies = cookies }

  /// Forgets what it is to the shop.
  func clearCookies() { cookies = [:] }

  private func send(_ path: String, _ method: HTTPRequest.Method, body: String? = nil) async throws -> Answer {
    var headers: HTTPFields = [.acceptLanguage: languages]
    headers[.accept] = accept
    if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
    if body != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    let response = try await client.executeRequest(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    for field in response.headers[values: .setCookie] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = String(pair[1])
    }
    return Answer(
      status: response.status.code, headers: response.headers, text: String(buffer: response.body),
      size: response.body.readableBytes)
  }
}
