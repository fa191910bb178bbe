public import AsyncHTTPClient
public import FerryCore
public import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sends requests to providers over HTTP. Redirects are answers, never followed.
public struct HTTPTransport: ProviderTransport {
  private let client: HTTPClient
  private let time: any Timekeeper
  private let largestAnswer: Int

  /// - Parameters:
  ///   - client: Made with `HTTPTransport.configuration`.
  ///   - largestAnswer: In bytes. No answer to a payment is near the default; reports can be larger.
  public init(client: HTTPClient, time: any Timekeeper, largestAnswer: Int = 1 << 20) {
    self.client = client
    self.time = time
    self.largestAnswer = largestAnswer
  }

  /// No redirects, no decompression, and 5 seconds for a connection. Each request has its own timeout for the whole answer,
  /// which can be longer than any time between two parts of an answer: banks think for more than a minute.
  public static var configuration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    // The engine retries commands, with its own backoff and log.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.idleTimeout = .seconds(30)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    return configuration
  }

  public func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    guard let scheme = request.scheme, let authority = request.authority, let path = request.path else {
      throw .notSent("The request has no complete address.")
    }
    var outgoing = HTTPClientRequest(url: "\(scheme)://\(authority)\(path)")
    outgoing.method = .RAW(value: request.method.rawValue)
    for field in request.headerFields { outgoing.headers.add(name: field.name.rawName, value: field.value) }
    if !body.isEmpty { outgoing.body = .bytes(body) }
    do {
      let (response, buffer) = try await answer(to: outgoing, within: timeout)
      var headers = HTTPFields()
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
      }
      return ProviderAnswer(
        status: HTTPResponse.Status(code: Int(response.status.code)), headers: headers,
        body: Array(buffer.readableBytesView), receivedAt: time.now, sent: request)
    } catch {
      throw Self.failure(error)
    }
  }

  /// The complete answer. The client's own deadline covers the answer's head only, and a body may stall for ever.
  private func answer(
    to request: HTTPClientRequest, within timeout: Duration
  ) async throws -> (HTTPClientResponse, ByteBuffer) {
    try await withThrowingTaskGroup(of: (HTTPClientResponse, ByteBuffer).self) { group in
      group.addTask {
        let response = try await client.execute(request, timeout: .milliseconds(timeout.wholeMilliseconds))
        return (response, try await response.body.collect(upTo: largestAnswer))
      }
      group.addTask {
        try await time.sleep(for: timeout)
        throw HTTPClientError.deadlineExceeded
      }
      defer { group.cancelAll() }
      while let answer = try await group.next() { return answer }
      throw CancellationError()
    }
  }

  private static func failure(_ error: any Error) -> TransportFailure {
    if error.isNoConnection { return .notSent("The provider could not be reached.") }
    switch error as? HTTPClientError {
    case .some(.connectTimeout), .some(.tlsHandshakeTimeout):
      return .notSent("The provider could not be reached in time.")
    case .some(.getConnectionFromPoolTimeout): return .notSent("No connection to the provider was free in time.")
    case .some(.deadlineExceeded), .some(.readTimeout): return .unknown("The provider did not answer in time.")
    case .some(.remoteConnectionClosed): return .unknown("The provider closed the connection without an answer.")
    default: return .unknown("The provider's answer did not arrive completely.")
    }
  }
}

extension Error {
  /// True if the other side could not be connected to, so that it has received nothing.
  package var isNoConnection: Bool {
    // Names are connected to by one part of NIO, addresses by another.
    self is NIOConnectionError || (self as? IOError)?.errnoCode == ECONNREFUSED
  }
}

extension HTTPClientResponse.Body {
  /// Reads an answer if only its status is needed, so that its connection can be used again. If a body is large or has not
  /// ended within a second, it is given up together with its connection.
  package func discard(_ time: any Timekeeper) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = try? await collect(upTo: 1 << 14) }
      group.addTask { try? await time.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }
}
