import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPClient.Configuration {
  /// As many connections as there are buyers; a refused connection is told at once.
  static var load: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }
}

extension HTTPClient {
  /// The body of an answer that must be a success.
  func text(_ request: HTTPClientRequest) async throws -> String {
    let response = try await execute(request, timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 64 << 20)
    guard (200...299).contains(response.status.code) else {
      throw UnexpectedAnswer(address: request.url, status: Int(response.status.code))
    }
    return String(buffer: body)
  }
}

struct UnexpectedAnswer: Error, CustomStringConvertible {
  let address: String
  let status: Int
  var description: String { "\(address) answered \(status)." }
}
