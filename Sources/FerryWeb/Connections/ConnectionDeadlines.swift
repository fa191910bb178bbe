import NIOCore
import NIOHTTP1

/// Ends what a client leaves unfinished on an HTTP/1.1 connection: a request that does not arrive whole, an answer that is
/// not read, and anything that keeps the connection open after the server was told to stop. A slow request handler has no
/// deadline.
final class ConnectionDeadlines: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ConnectionLimits
  private var isArriving = false
  private var isOverdue = false
  /// Requests that have begun to arrive, and whose answers have not been written whole.
  private var unanswered = 0
  private var arrival: Scheduled<Void>?
  private var stall: Scheduled<Void>?
  private var stop: Scheduled<Void>?

  init(_ limits: ConnectionLimits) { self.limits = limits }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The rest of an overdue request is dropped.
    guard !isOverdue else { return }
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      isArriving = true
    case .body: break
    case .end:
      isArriving = false
      arrival?.cancel()
      arrival = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most requests arrive at once and need no timer.
    if isArriving, arrival == nil {
      arrival = schedule(limits.request, context) { [self] in endArrival(context) }
    }
    context.fireChannelReadComplete()
  }

  private func endArrival(_ context: ChannelHandlerContext) {
    isOverdue = true
    guard unanswered > 0 else { return context.close(promise: nil) }
    // The reader of the body gets this error and answers; the connection ends with that answer.
    context.fireErrorCaught(RequestOverdue())
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where isOverdue:
      head.headers.replaceOrAdd(name: "connection", value: "close")
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      unanswered -= 1
      guard isOverdue, unanswered == 0 else { return context.write(data, promise: promise) }
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      written.futureResult.whenComplete { _ in channel.close(promise: nil) }
      context.writeAndFlush(data, promise: written)
    case .head, .body: context.write(data, promise: promise)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      stall?.cancel()
      stall = nil
    } else if stall == nil {
      stall = schedule(limits.idle, context) { context.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, stop == nil {
      stop = schedule(limits.stop, context) { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancel() }

  private func schedule(
    _ delay: Duration, _ context: ChannelHandlerContext, _ task: @escaping () -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay), task)
  }

  private func cancel() {
    for task in [arrival, stall, stop] { task?.cancel() }
    (arrival, stall, stop) = (nil, nil, nil)
  }
}

/// A request did not arrive whole in time.
struct RequestOverdue: Error {}
