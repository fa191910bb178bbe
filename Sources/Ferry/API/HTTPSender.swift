public import FerryCore
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends the app's requests to the checkout server: `URLSessionSender`, or another in tests.
@_spi(Phone)
public protocol HTTPSender: Sendable {
  /// Sends a request and returns the whole answer, whatever its status. It follows no redirects, because the request holds
  /// secrets for one server.
  /// - Throws: If no answer came. The request may have arrived.
  func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer
}

@_spi(Phone)
public struct HTTPRequestToSend: Sendable {
  public var method: String
  public var url: URL
  public var headers: [(name: String, value: String)]
  public var body: [UInt8] = []
  /// For the whole exchange.
  public var timeout: Duration
}

@_spi(Phone)
extension HTTPRequestToSend: Redacted {
  /// Method and path: headers and body hold secrets.
  public var description: String { "\(method) \(url.path)" }
}

@_spi(Phone)
public struct HTTPAnswer: Sendable {
  public var statusCode: Int
  /// By lower-case name.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(statusCode: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.statusCode = statusCode
    self.headers = headers
    self.body = body
  }
}

@_spi(Phone)
extension HTTPAnswer: Redacted {
  /// The status alone, because the body is about the buyer.
  public var description: String { "HTTP \(statusCode)" }
}

/// Sends by its own `URLSession`, with no cookies, no cache, no redirects, and nothing on disk.
@_spi(Phone)
public final class URLSessionSender: HTTPSender {
  private let session: URLSession
  /// More than any answer of the server. A longer one counts as none.
  private static let mostBytes = 1_000_000

  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  public func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.timeoutInterval = TimeInterval(request.timeout.wholeMilliseconds) / 1000
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { message.httpBody = Data(request.body) }
    let (body, response) = try await session.data(for: message)
    guard let response = response as? HTTPURLResponse, body.count <= Self.mostBytes else {
      throw URLError(.badServerResponse)
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      headers[name.lowercased()] = value
    }
    return HTTPAnswer(statusCode: response.statusCode, headers: headers, body: Array(body))
  }
}

private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
