public import FerryCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Sends the app's requests to the checkout server: `URLSessionSender`, or a stand-in in tests.
public protocol HTTPSender: Sendable {
  /// Sends a request and returns the whole answer, whatever its status. Redirects are answers like any other and are not
  /// followed, for what is sent holds secrets that are meant for one server.
  /// - Throws: When no answer came. Whether the request arrived is not known then.
  func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer
}

/// A request as it goes out.
public struct HTTPRequestToSend: Sendable {
  public var method: String
  public var url: URL
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// How long the whole exchange may take.
  public var timeout: Duration

  public init(
    method: String, url: URL, headers: [(name: String, value: String)], body: [UInt8] = [], timeout: Duration
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

extension HTTPRequestToSend: Redacted {
  /// Method and path: headers and body hold secrets.
  public var description: String { "\(method) \(url.path)" }
}

/// An answer as it came in.
public struct HTTPAnswer: Sendable {
  public var statusCode: Int
  /// By name in lower case.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(statusCode: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.statusCode = statusCode
    self.headers = headers
    self.body = body
  }
}

extension HTTPAnswer: Redacted {
  /// The status alone: the body tells about the buyer.
  public var description: String { "HTTP \(statusCode)" }
}
