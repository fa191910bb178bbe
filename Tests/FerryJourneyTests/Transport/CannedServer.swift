import NIOCore
import NIOPosix

/// A server that answers whatever is asked with the same bytes, then says no more, as a broken one does.
struct CannedServer: Sendable {
  let port: Int

  /// - Parameters:
  ///   - answer: What is written; nil keeps the connection open and silent.
  ///   - staysOpen: Whether the connection stays open after the answer.
  static func run<Result>(
    _ answer: [UInt8]?, staysOpen: Bool = false, _ body: (CannedServer) async throws -> Result
  ) async throws -> Result {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.allowRemoteHalfClosure, value: false)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Canned(answer, staysOpen))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(CannedServer(port: channel.localAddress?.port ?? 0))) } catch {
      result = .failure(error)
    }
    try await channel.close().get()
    return try result.get()
  }

  private final class Canned: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: [UInt8]?
    private let staysOpen: Bool
    private var isAnswered = false

    init(_ answer: [UInt8]?, _ staysOpen: Bool) {
      self.answer = answer
      self.staysOpen = staysOpen
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let answer, !isAnswered else { return }
      isAnswered = true
      let done = context.eventLoop.makePromise(of: Void.self)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: done)
      if staysOpen { return }
      let channel = context.channel
      // What is still to be read is read, for else the system takes back what was written.
      done.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
    }
  }
}
