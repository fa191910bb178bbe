public import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// A browser as far as a scripted buyer needs one: it keeps cookies by host and port, and follows no redirect by itself.
public actor BuyerBrowser {
  public struct Answer: Sendable {
    public let status: Int
    public let location: String?
    public let body: [UInt8]
  }

  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case status(Int, expected: Int, path: String)
    case noLocation(path: String)

    public var description: String {
      switch self {
      case .status(let status, let expected, let path): "\(path) answered \(status) instead of \(expected)."
      case .noLocation(let path): "\(path) did not say where to go."
      }
    }
  }

  private let client: HTTPClient
  private var cookies: [String: [String: String]] = [:]
  private let limit: TimeAmount = .seconds(30)

  public init(client: HTTPClient) { self.client = client }

  public func get(_ url: String) async throws -> Answer { try await send("GET", url, nil, [:]) }

  /// - Parameter headers: In addition to cookies and content type.
  public func post(_ url: String, json: [UInt8], headers: [String: String] = [:]) async throws -> Answer {
    try await send("POST", url, json, headers.merging(["content-type": "application/json"]) { own, _ in own })
  }

  private func send(
    _ method: String, _ url: String, _ body: [UInt8]?, _ headers: [String: String]
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: url)
    request.method = .RAW(value: method)
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    let site = Self.site(url)
    if let jar = cookies[site], !jar.isEmpty {
      let pairs = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      request.headers.replaceOrAdd(name: "cookie", value: pairs.joined(separator: "; "))
    }
    if let body { request.body = .bytes(body) }
    let response = try await client.execute(request, timeout: limit)
    let bytes = try await response.body.collect(upTo: 4 << 20)
    for line in response.headers["set-cookie"] {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { cookies[site, default: [:]][String(pair[0])] = String(pair[1]) }
    }
    return Answer(
      status: Int(response.status.code), location: response.headers.first(name: "location"),
      body: Array(bytes.readableBytesView))
  }

  private static func site(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
  }
}
