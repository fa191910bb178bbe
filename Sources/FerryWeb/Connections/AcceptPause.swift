public import Logging
public import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lets a listening channel rest when a connection cannot be accepted because the process, or the machine, can open no more.
/// The connection stays where it waits, and the channel stays ready to be read, so that trying again at once would never
/// end.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel
  typealias InboundOut = Channel

  /// Between two attempts.
  private static let pause = TimeAmount.milliseconds(200)
  /// Without a failure for so long, the next one is told of again.
  private static let quiet = TimeAmount.seconds(60)

  private let logger: Logger
  private var resumption: Scheduled<Void>?
  private var lastFailure: NIODeadline?

  init(_ logger: Logger) { self.logger = logger }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
      return context.fireErrorCaught(error)
    }
    tell(error)
    let options = context.channel.syncOptions
    try? options?.setOption(.autoRead, value: false)
    resumption?.cancel()
    resumption = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      try? options?.setOption(.autoRead, value: true)
    }
  }

  private func tell(_ error: IOError) {
    let now = NIODeadline.now()
    defer { lastFailure = now }
    if let lastFailure, now - lastFailure < Self.quiet { return }
    logger.error(
      """
      Connections cannot be accepted and wait: too many files and connections are open. Raise the limit of open files \
      (LimitNOFILE, ulimit -n), or let the proxy limit connections for each client. It is tried again until it succeeds.
      """, metadata: ["errno": "\(error.errnoCode)"])
  }

  func channelInactive(context: ChannelHandlerContext) {
    resumption?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { resumption?.cancel() }
}

extension Channel {
  /// Has a listening channel pause while no more connections can be accepted, and say so in a log.
  public func pauseAcceptsWhenFull(logger: Logger) async throws {
    try await eventLoop.submit {
      try self.pipeline.syncOperations.addHandler(AcceptPause(logger), position: .first)
    }.get()
  }
}
