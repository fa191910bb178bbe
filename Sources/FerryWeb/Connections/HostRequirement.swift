import NIOCore
import NIOHTTP1

/// Refuses HTTP/1.1 requests that name no host, or several: what stands in front may have read another one than we would
/// (RFC 9112 §3.2 has them answered with 400). The connection ends with that answer, as after anything else that cannot be
/// read.
final class HostRequirement: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What still comes is nobody's.
    guard !isRefused else { return }
    if case .head(let head) = unwrapInboundIn(data), head.version == .http1_1, head.headers["host"].count != 1 {
      isRefused = true
      context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    } else {
      context.fireChannelRead(data)
    }
  }
}
