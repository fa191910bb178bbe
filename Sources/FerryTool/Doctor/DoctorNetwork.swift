import AsyncHTTPClient
import FerryCore
import FerryWeb
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Fetches URLs and certificates, without a judgement.
struct DoctorNetwork: Sendable {
  let client: HTTPClient
  private static let patience: TimeAmount = .seconds(10)

  static func running<Result>(
    authorities: String?, _ work: (DoctorNetwork) async throws -> Result
  ) async throws -> Result {
    try await HTTPClient.withHTTPClient(configuration: .trusting(authorities)) { client in
      try await work(DoctorNetwork(client: client))
    }
  }

  /// Sends one request. At most `limit` bytes of the body are read, and one more.
  func fetch(_ url: String, method: String = "GET", body: [UInt8] = [], limit: Int = 65_536) async -> Fetched {
    var request = HTTPClientRequest(url: url)
    request.method = .RAW(value: method)
    if !body.isEmpty {
      request.headers.add(name: "content-type", value: "text/plain; charset=UTF-8")
      request.body = .bytes(body)
    }
    do {
      let response = try await client.execute(request, timeout: Self.patience)
      var bytes: [UInt8] = []
      for try await part in response.body {
        bytes += part.readableBytesView
        if bytes.count > limit { break }
      }
      var headers = HTTPFields()
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
      }
      return .answer(
        Fetched.Answer(status: Int(response.status.code), headers: headers, body: Array(bytes.prefix(limit + 1))))
    } catch {
      return .failure(Self.failure(error))
    }
  }

  private static func failure(_ error: any Error) -> Fetched.Failure {
    if error is NIOSSLError || error is BoringSSLError { return .notTrusted }
    if let error = error as? NIOConnectionError { return error.connectionErrors.isEmpty ? .noSuchName : .refused }
    if error is SocketAddressError { return .noSuchName }
    if let error = error as? IOError { return error.errnoCode == ECONNREFUSED ? .refused : .broken }
    switch error as? HTTPClientError {
    case .some(.connectTimeout), .some(.deadlineExceeded), .some(.readTimeout), .some(.tlsHandshakeTimeout):
      return .tooLate
    default: return .broken
    }
  }

  /// The certificates that a site presents, trusted or not. Nothing is sent over the connection.
  func chain(of site: Origin) async -> PresentedChain {
    let shown = NIOLockedValueBox<[[UInt8]]?>(nil)
    let ends = NIOLockedValueBox<[ObjectIdentifier: EventLoopFuture<Void>]>([:])
    let host = site.host.hasPrefix("[") ? String(site.host.dropFirst().dropLast()) : site.host
    let isAddress = site.host.hasPrefix("[") || (try? SocketAddress(ipAddress: host, port: 0)) != nil
    do {
      let context = try NIOSSLContext(configuration: .makeClientConfiguration())
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(Self.patience)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let seen = channel.eventLoop.makePromise(of: Void.self)
            let tls = try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host) {
              chain, promise in
              shown.withLockedValue { $0 = chain.compactMap { try? $0.toDERBytes() } }
              promise.succeed(.certificateVerified)
              seen.succeed(())
            }
            ends.withLockedValue { $0[ObjectIdentifier(channel)] = seen.futureResult }
            try channel.pipeline.syncOperations.addHandlers([tls, HandshakeEnd(seen)])
          }
        }
        .connect(host: host, port: site.port ?? 443).get()
      // If the other side has closed the connection by now, the channel has no handlers any more.
      let done = ends.withLockedValue { $0[ObjectIdentifier(channel)] }
      let timeout = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
      try? await done?.get()
      timeout.cancel()
      try? await channel.close().get()
    } catch {
      return .failure(Self.failure(error))
    }
    return shown.withLockedValue { $0 }.map { .certificates($0) } ?? .failure(.notTrusted)
  }

  /// Fails a promise when a handshake fails.
  private final class HandshakeEnd: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    /// It also succeeds elsewhere, when the certificates arrive.
    private let done: EventLoopPromise<Void>

    init(_ done: EventLoopPromise<Void>) { self.done = done }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      done.fail(error)
      context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      done.fail(ChannelError.eof)
      context.fireChannelInactive()
    }

    /// Covers the case that no connection was made.
    func handlerRemoved(context: ChannelHandlerContext) { done.fail(ChannelError.eof) }
  }
}

/// The result of one request, without following redirects.
enum Fetched: Hashable, Sendable {
  case answer(Answer)
  case failure(Failure)

  struct Answer: Hashable, Sendable {
    var status: Int
    var headers: HTTPFields = [:]
    /// Cut off one byte after the limit.
    var body: [UInt8] = []

    /// The media type alone, in lower case.
    var type: String? {
      headers[.contentType].map { text in text.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" } }
    }
  }

  enum Failure: Hashable, Sendable {
    case noSuchName
    case refused
    case tooLate
    /// The connection could not be made secure.
    case notTrusted
    case broken

    var seen: String {
      switch self {
      case .noSuchName: "DNS does not know the name."
      case .refused: "Connection refused."
      case .tooLate: "No answer in time."
      case .notTrusted: "The certificate is not trusted; see below."
      case .broken: "The connection was lost before the answer was complete."
      }
    }

    var change: String {
      switch self {
      case .noSuchName: "Add the name to DNS, or correct the address in the settings."
      case .refused: "Start the server, or the proxy in front of it; check port and firewall."
      case .tooLate: "Check the firewall, and the proxy in front of the server."
      case .notTrusted: "Fix the certificate first."
      case .broken: "Check the log of the server or proxy at this address."
      }
    }
  }
}

/// The certificates of a site's TLS handshake in DER, its own first.
enum PresentedChain: Hashable, Sendable {
  case certificates([[UInt8]])
  case failure(Fetched.Failure)
}
