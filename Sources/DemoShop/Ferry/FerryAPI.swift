public import HTTPTypes

/// The way to Ferry's `/v1`, at the level of HTTP, so that tests can stand at the other end of it.
public protocol FerryAPI: Sendable {
  /// Sends one request, once, and returns the whole answer, whatever its status.
  /// - Throws: Any error, when there is no whole answer. What became of the request is then unknown.
  func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8])
}
