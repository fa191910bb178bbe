import Foundation
public import Logging
public import NIOCore

/// Pauses a listening channel when a connection cannot be accepted because the process or the machine has no descriptor
/// left. The connection keeps waiting and the channel stays readable, so that an immediate retry would never end.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel
  typealias InboundOut = Channel

  /// The time between two attempts.
  private static let pause = TimeAmount.milliseconds(200)
  /// After this time without a failure, the next failure is logged again.
  private static let quiet = TimeAmount.seconds(60)

  private let logger: Logger
  private var resumption: Scheduled<Void>?
  private var lastFailure: NIODeadline?

  init(_ logger: Logger) { self.logger = logger }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
      return context.fireErrorCaught(error)
    }
    log(error)
    let options = context.channel.syncOptions
    try? options?.setOption(.autoRead, value: false)
    resumption?.cancel()
    resumption = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      try? options?.setOption(.autoRead, value: true)
    }
  }

  private func log(_ error: IOError) {
    let now = NIODeadline.now()
    defer { lastFailure = now }
    if let lastFailure, now - lastFailure < Self.quiet { return }
    logger.error(
      """
      New connections wait because too many files and connections are open. Raise the limit of open files (LimitNOFILE, \
      ulimit -n), or let the proxy limit connections for each client. The server keeps retrying.
      """, metadata: ["errno": "\(error.errnoCode)"])
  }

  func channelInactive(context: ChannelHandlerContext) {
    resumption?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { resumption?.cancel() }
}

extension Channel {
  /// Makes a listening channel pause and log while no more connections can be accepted.
  public func pauseAcceptsWhenFull(logger: Logger) async throws {
    try await eventLoop.submit {
      try self.pipeline.syncOperations.addHandler(AcceptPause(logger), position: .first)
    }.get()
  }
}
