import HTTPTypes
public import HummingbirdCore
public import NIOCore
import NIOHTTP1

/// Keeps or ends a connection of HTTP/1 after an answer (RFC 9112 §9.3, §9.6). A connection of HTTP/1.0 stays open if its
/// client asks for that and the answer's length is known; any other stays open unless one side says `Connection: close`.
final class ConnectionPersistence: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private struct Asked {
    let isOld: Bool
    let isKept: Bool
  }

  /// The requests whose answers have not been written whole, the oldest first.
  private var asked = CircularBuffer<Asked>()
  private var isLast = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version != .http1_1
    asked.append(Asked(isOld: isOld, isKept: head.isKeepAlive))
    // RFC 9110 §10.1.1: a client of HTTP/1.0 does not wait for the status 100.
    if isOld { head.headers.remove(name: "expect") }
    // The one form that the web framework knows.
    if !head.isKeepAlive { head.headers.replaceOrAdd(name: "connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.code >= 200:
      context.write(wrapOutboundOut(.head(marked(head))), promise: promise)
    case .end where isLast:
      asked.removeAll()
      context.writeAndFlush(data, promise: promise)
      context.close(mode: .output, promise: nil)
    case .end:
      _ = asked.popFirst()
      context.write(data, promise: promise)
    case .head, .body: context.write(data, promise: promise)
    }
  }

  /// The answer's head with the field `Connection` that its client needs.
  private func marked(_ head: HTTPResponseHead) -> HTTPResponseHead {
    var head = head
    let request = asked.first ?? Asked(isOld: false, isKept: false)
    isLast = !request.isKept || !head.isKeepAlive
    if request.isOld, head.status.mayHaveResponseBody, !head.headers.contains(name: "content-length") {
      // The end of the connection is that of the body: HTTP/1.0 has no chunks (RFC 9112 §6.1).
      head.version = .http1_0
      isLast = true
    }
    if isLast {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    } else if request.isOld {
      head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
    }
    return head
  }
}

extension HTTPServerBuilder {
  /// A responder that first answers `Expect: 100-continue` (RFC 9110 §10.1.1). Clients wait for it before they send a body.
  public static func continuing(_ responder: @escaping HTTPChannelHandler.Responder) -> HTTPChannelHandler.Responder {
    { (request, writer: consuming ResponseWriter, channel) in
      if request.headers[.expect]?.lowercased() == "100-continue" {
        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
      }
      try await responder(request, writer, channel)
    }
  }
}
