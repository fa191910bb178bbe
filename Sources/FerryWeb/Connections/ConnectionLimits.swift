public import HummingbirdCore
import NIOCore
import NIOHTTP1

/// Timeouts of a client's connection.
public struct ConnectionLimits: Hashable, Sendable {
  /// The time for a request's body, from the end of its fields. After it the request is answered with 408.
  public var request: Duration
  /// The time without progress: between requests, before the first, with half of a request's fields, or with an answer that
  /// the client does not read. It should be longer than the idle timeout of a proxy in front, which would otherwise send
  /// requests on a connection that is being closed.
  public var idle: Duration
  /// Every connection is closed this long after the server was told to stop.
  public var stop: Duration

  public init(request: Duration = .seconds(15), idle: Duration = .seconds(75), stop: Duration = .seconds(20)) {
    self.request = request
    self.idle = idle
    self.stop = stop
  }

  /// The configuration of a server with these limits. Only `idle` applies to streams of HTTP/2.
  public var http1: HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(additionalChannelHandlers: [DeadlineInstaller(self)], idleTimeout: TimeAmount(idle))
  }
}

extension HTTPServerBuilder {
  /// Plain HTTP/1 with timeouts.
  public static func bounded(_ limits: ConnectionLimits = ConnectionLimits()) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in HTTP1Channel(responder: continuing(responder), configuration: limits.http1) }
  }
}

/// Adds `ConnectionPersistence`, `ConnectionDeadlines` and `HostRequirement` after the decoder of HTTP/1. A stream of HTTP/2
/// has no such decoder.
final class DeadlineInstaller: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let limits: ConnectionLimits

  init(_ limits: ConnectionLimits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
    do {
      try pipeline.addHandlers(
        [ConnectionPersistence(), ConnectionDeadlines(limits), HostRequirement()], position: .after(decoder))
    } catch {
      // A connection without them is not served.
      context.close(promise: nil)
    }
  }
}

/// Refuses requests with several hosts, and requests of HTTP/1.1 without one: a proxy in front may have read another host
/// than we would. RFC 9112 §3.2 demands 400. The connection ends with that answer, as after every unreadable request.
final class HostRequirement: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The rest of a refused request is not read.
    guard !isRefused else { return }
    if case .head(let head) = unwrapInboundIn(data), !Self.isAcceptable(head) {
      isRefused = true
      context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    } else {
      context.fireChannelRead(data)
    }
  }

  private static func isAcceptable(_ head: HTTPRequestHead) -> Bool {
    switch head.headers["host"].count {
    case 0: head.version != .http1_1
    case 1: true
    default: false
    }
  }
}
