import HTTPTypes
import Hummingbird
import NIOCore

/// Brings requests from the network to a sandbox, and its answers back, as whole as they are meant to be.
struct SandboxResponder: HTTPResponder {
  typealias Context = SandboxRequestContext

  let sandbox: AmazonPaySandbox

  /// The largest body that is read, in bytes.
  static let bodyLimit = 256 * 1024

  private struct ConnectionCut: Error {}

  func respond(to request: Request, context: Context) async throws -> Response {
    var body: [UInt8] = []
    for try await buffer in request.body {
      guard body.count + buffer.readableBytes <= Self.bodyLimit else {
        return Response(status: .contentTooLarge, headers: [.connection: "close"])
      }
      body.append(contentsOf: buffer.readableBytesView)
    }
    let exchange: AmazonPayExchange
    do {
      exchange = try await sandbox.exchange(request.head, body: body)
    } catch is CancellationError {
      // The sandbox is stopped during a planned delay.
      return cut(context)
    }
    let headers = exchange.response.headerFields
    let bytes = exchange.body
    switch exchange.delivery {
    case .whole:
      return Response(
        status: exchange.response.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .cutOff(let count):
      let part = ByteBuffer(bytes: bytes.prefix(count))
      return Response(
        status: exchange.response.status, headers: headers,
        body: ResponseBody(contentLength: bytes.count) { writer in
          try await writer.write(part)
          throw ConnectionCut()
        })
    case .none: return cut(context)
    }
  }

  private func cut(_ context: Context) -> Response {
    context.channel.close(mode: .all, promise: nil)
    return Response(status: .noContent)
  }
}
