import NIOCore
import NIOPosix
import Testing

/// A server that sends the same bytes to every connection, for any request.
struct AnswerOnce: Sendable, CustomTestStringConvertible {
  enum Ending: Sendable {
    /// The connection stays open, and nothing more comes.
    case stays
    case closes
  }

  private let bytes: String
  private let ending: Ending

  init(_ bytes: String, then ending: Ending) {
    self.bytes = bytes
    self.ending = ending
  }

  var testDescription: String { "\(bytes.prefix(60).debugDescription), then \(ending)" }

  /// Serves during some work.
  func serving<Result: Sendable>(_ work: (_ port: Int) async throws -> Result) async throws -> Result {
    let (bytes, ending) = (bytes, ending)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Handler(bytes: bytes, ending: ending))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    guard let port = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work(port)) } catch { result = .failure(error) }
    try await channel.close()
    return try result.get()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let bytes: String
    private let ending: Ending
    private var hasAnswered = false

    init(bytes: String, ending: Ending) {
      self.bytes = bytes
      self.ending = ending
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasAnswered else { return }
      hasAnswered = true
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes)), promise: nil)
      if ending == .closes { context.close(promise: nil) }
    }
  }
}
