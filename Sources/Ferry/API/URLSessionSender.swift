import FerryCore
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends by a `URLSession` of its own: no cookies, no cache, no redirects, nothing on disk.
public final class URLSessionSender: HTTPSender {
  private let session: URLSession
  /// More than any answer of the server; a longer one is not read.
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

/// Hands a redirect back as the answer.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
