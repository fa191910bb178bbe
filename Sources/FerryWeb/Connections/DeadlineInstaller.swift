import NIOCore
import NIOHTTP1

/// Puts `ConnectionDeadlines` and `HostRequirement` where requests and answers are parts of HTTP/1.1, right after what decodes them. A stream of
/// HTTP/2 has no such place.
final class DeadlineInstaller: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let limits: ConnectionLimits

  init(_ limits: ConnectionLimits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
    do {
      try pipeline.addHandlers([ConnectionDeadlines(limits), HostRequirement()], position: .after(decoder))
    } catch {
      // A connection without them is not served.
      context.close(promise: nil)
    }
  }
}
