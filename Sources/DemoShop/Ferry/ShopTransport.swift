public import AsyncHTTPClient
import FerryCore
import Foundation
import NIOCore
import NIOHTTP1

/// Carries the requests of the shop, and those of scripted buyers: over the network, or to servers in a test's own process.
public protocol ShopTransport: Sendable {
  /// Sends one request, once, and follows no redirect.
  /// - Throws: If there is no whole answer. The outcome of the request is then unknown.
  func send(_ request: ShopRequest) async throws -> ShopAnswer
}

extension ShopTransport {
  /// Sends a call of Ferry's API, with its body as JSON.
  public func call(
    _ method: String, _ url: String, _ body: (any Encodable)? = nil, headers: [(name: String, value: String)] = [],
    limit: Duration? = nil
  ) async throws -> ShopAnswer {
    let bytes = try body.map { Array(try JSONEncoder().encode($0)) }
    let type = bytes.map { _ in [(name: "content-type", value: "application/json")] } ?? []
    return try await send(
      ShopRequest(method, url, headers: headers + type, body: bytes ?? (method == "POST" ? [] : nil), limit: limit))
  }
}

public struct ShopRequest: Sendable {
  public var method: String
  /// Absolute.
  public var url: String
  public var headers: [(name: String, value: String)]
  /// Nil for a request without a body.
  public var body: [UInt8]?
  /// The timeout of the exchange; nil for the usual one.
  public var limit: Duration?

  public init(
    _ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    limit: Duration? = nil
  ) {
    self.limit = limit
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

public struct ShopAnswer: Sendable {
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]

  public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public var isSuccess: Bool { (200...299).contains(status) }

  /// All fields of a name, in lower case.
  func fields(_ name: String) -> [String] { headers.filter { $0.name.lowercased() == name }.map(\.value) }
}

/// Carries requests over the network.
public struct NetworkTransport: ShopTransport {
  private let client: HTTPClient
  private let limit: Duration

  /// - Parameter limit: The timeout of one exchange.
  public init(client: HTTPClient, limit: Duration = .seconds(30)) {
    self.client = client
    self.limit = limit
  }

  public func send(_ request: ShopRequest) async throws -> ShopAnswer {
    var message = HTTPClientRequest(url: request.url)
    message.method = HTTPMethod(rawValue: request.method)
    for (name, value) in request.headers { message.headers.add(name: name, value: value) }
    if let body = request.body { message.body = .bytes(body) }
    let response = try await client.execute(message, timeout: TimeAmount(request.limit ?? limit))
    let bytes = try await response.body.collect(upTo: 4 << 20)
    return ShopAnswer(
      status: Int(response.status.code), headers: response.headers.map { (name: $0.name, value: $0.value) },
      body: Array(bytes.readableBytesView))
  }
}
