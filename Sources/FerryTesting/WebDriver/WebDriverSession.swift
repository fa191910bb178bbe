import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// One session of the W3C WebDriver protocol: commands as HTTP requests to the driver (W3C WebDriver §6).
struct WebDriverSession: Sendable {
  /// A refusal of the driver, with the protocol's error code (W3C WebDriver §6.6).
  struct Refusal: Error {
    let code: String
    let message: String

    /// The first line: the driver's stack follows it.
    var firstLine: String { String((message.split(whereSeparator: \.isNewline).first ?? "").prefix(300)) }
  }

  /// The timeout for loading a page or running a script, in seconds. It is long, because a test machine may be slow; tests
  /// wait for conditions.
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

/// Any JSON value, as WebDriver commands carry them.
public enum WebDriverValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([WebDriverValue])
  case object([String: WebDriverValue])

  /// The member of an object, or nil.
  public subscript(name: String) -> WebDriverValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  public var string: String? { if case .string(let text) = self { text } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [WebDriverValue]? { if case .array(let values) = self { values } else { nil } }
}

extension WebDriverValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([WebDriverValue].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: WebDriverValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

extension WebDriverValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(arrayLiteral elements: WebDriverValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, WebDriverValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
