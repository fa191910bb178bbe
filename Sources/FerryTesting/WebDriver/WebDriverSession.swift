import AsyncHTTPClient
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One session of the W3C WebDriver protocol: commands as HTTP requests to the driver (W3C WebDriver §6).
struct WebDriverSession: Sendable {
  /// What the driver refused, by the protocol's error code (W3C WebDriver §6.6).
  struct Refusal: Error {
    let code: String
    let message: String

    /// What comes after it is the driver's stack.
    var firstLine: String { String((message.split(whereSeparator: \.isNewline).first ?? "").prefix(300)) }
  }

  /// How long a page may load, and a script run, in seconds. It is for machines that are busy with much else: a test waits
  /// for a condition, and this limit ends what would never end.
  static let limitSeconds: Int64 = 180

  private struct Reply: Decodable {
    let value: WebDriverValue
  }

  /// The URL that a session's commands begin with.
  let base: String

  /// Opens a session with a driver on a port of this machine.
  static func open(port: Int, capabilities: [String: WebDriverValue]) async throws -> WebDriverSession {
    let body: WebDriverValue = ["capabilities": ["alwaysMatch": .object(capabilities)]]
    let driver = "http://127.0.0.1:\(port)"
    let value = try await send("POST", driver + "/session", body)
    guard let id = value["sessionId"]?.string else {
      throw BrowserError.driverFailed("The driver opened a session and did not name it.")
    }
    return WebDriverSession(base: driver + "/session/" + id)
  }

  func get(_ path: String) async throws -> WebDriverValue { try await Self.send("GET", base + path, nil) }
  func post(_ path: String, _ body: WebDriverValue = [:]) async throws -> WebDriverValue {
    try await Self.send("POST", base + path, body)
  }
  func delete(_ path: String = "") async throws -> WebDriverValue { try await Self.send("DELETE", base + path, nil) }

  /// One of Chrome's DevTools commands, by ChromeDriver's own extension of the protocol.
  func devTools(_ command: String, _ parameters: WebDriverValue) async throws -> WebDriverValue {
    try await post("/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
  }

  private static func send(_ method: String, _ url: String, _ body: WebDriverValue?) async throws -> WebDriverValue {
    var request = HTTPClientRequest(url: url)
    request.method = .init(rawValue: method)
    if let body {
      request.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
      request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
    }
    let response: HTTPClientResponse
    let bytes: ByteBuffer
    do {
      // The driver keeps its own limit, and says so.
      response = try await HTTPClient.shared.execute(request, timeout: .seconds(limitSeconds + 30))
      // A screenshot of a long page is some megabytes of base64.
      bytes = try await response.body.collect(upTo: 64 << 20)
    } catch let error as HTTPClientError {
      throw BrowserError.driverFailed("The driver gave no answer: \(error).")
    }
    guard let reply = try? JSONDecoder().decode(Reply.self, from: Data(bytes.readableBytesView)) else {
      throw BrowserError.driverFailed("The driver answered \(response.status.code) and no JSON.")
    }
    guard (200..<300).contains(response.status.code) else {
      throw Refusal(
        code: reply.value["error"]?.string ?? "status \(response.status.code)",
        message: reply.value["message"]?.string ?? "")
    }
    return reply.value
  }
}
