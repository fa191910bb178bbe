import NIOCore
import NIOHTTP1

/// Refuses requests that name several hosts, and those of HTTP/1.1 that name none: what stands in front may have read another
/// one than we would (RFC 9112 §3.2 has them answered with 400). The connection ends with that answer, as after anything else that cannot be
/// read.
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
