package import FerryCore
public import FerryWeb
public import HTTPTypes
public import Hummingbird
public import HummingbirdCore
public import Logging
import NIOCore

/// An answer, and the part of it that reaches the client.
public struct SandboxExchange: Sendable {
  public enum Delivery: Hashable, Sendable {
    case whole
    /// The connection closes after this many bytes of the body.
    case cutOff(Int)
    /// The connection closes without an answer.
    case none
  }

  public var response: HTTPResponse
  public var body: [UInt8]
  public var delivery: Delivery
  /// The entry for the request log; nil for a request that is not logged.
  package var record: RequestRecord?
}

/// The context of a request, with its connection, which some faults close.
public struct SandboxRequestContext: RequestContext {
  public var coreContext: CoreRequestContextStorage
  let channel: any Channel

  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Passes requests from the network to a sandbox, and its answers or parts of them to the client.
public struct SandboxResponder: HTTPResponder {
  public typealias Context = SandboxRequestContext

  private let exchange: @Sendable (HTTPRequest, [UInt8]) async throws -> SandboxExchange

  package init(_ sandbox: some ProviderSandbox) {
    exchange = { try await sandbox.exchange($0, body: $1, endsWithService: true) }
  }

  /// The largest accepted body, in bytes: a file of evidence.
  package static let bodyLimit = 16 * 1024 * 1024

  private struct ConnectionCut: Error {}

  public func respond(to request: Request, context: Context) async throws -> Response {
    let body: [UInt8]
    do {
      body = try await request.bodyBytes(limit: Self.bodyLimit)
    } catch let problem as Problem {
      // Without the type and the help of the checkout server's problems.
      let content: JSONValue = [
        "title": .string(problem.title), "status": JSONValue(problem.statusCode), "detail": .string(problem.detail),
      ]
      return Response(
        status: HTTPResponse.Status(code: problem.statusCode),
        headers: [.contentType: "application/problem+json", .connection: "close"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: content.bytes)))
    }
    let exchange: SandboxExchange
    do {
      exchange = try await self.exchange(request.head, body)
    } catch is CancellationError {
      // The sandbox is stopped during a planned delay.
      return cut(context)
    }
    let headers = exchange.response.headerFields
    let bytes = exchange.body
    switch exchange.delivery {
    case .whole:
      let response = Response(
        status: exchange.response.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
      // A client would take a body for the next answer on the connection (RFC 9112 §6.3).
      return request.method == .head ? response.createHeadResponse() : response
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

  /// A server for a sandbox alone.
  /// - Parameters:
  ///   - address: The address to listen on; the sandbox's origin must lead there.
  ///   - server: HTTP or https; HTTP by default.
  ///   - onServerRunning: Receives the port, which the address may leave open.
  public func application(
    address: BindAddress, server: HTTPServerBuilder = .bounded(), logger: Logger,
    onServerRunning: @escaping @Sendable (_ port: Int?) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    Application(
      responder: self, server: server, configuration: ApplicationConfiguration(address: address, serverName: nil),
      onServerRunning: { await onServerRunning($0.localAddress?.port) }, logger: logger)
  }
}

/// The date of HTTP headers (RFC 9110 §5.6.7): "Thu, 02 Jan 2025 03:04:05 GMT".
package enum HTTPDate {
  package static func text(_ moment: Moment) -> String {
    let digits = Array(moment.iso8601.filter { $0 != "-" && $0 != ":" })
    let days =
      moment.milliseconds >= 0 ? moment.milliseconds / 86_400_000 : (moment.milliseconds - 86_399_999) / 86_400_000
    // 1970-01-01 was a Thursday.
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((days % 7 + 7) % 7)]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = Int(String(digits[4...5])).map { months[$0 - 1] } ?? "Jan"
    return "\(weekday), \(String(digits[6...7])) \(month) \(String(digits[0...3])) "
      + "\(String(digits[9...10])):\(String(digits[11...12])):\(String(digits[13...14])) GMT"
  }
}

extension HTTPRequest {
  package var pathWithoutQuery: Substring { (path ?? "/").prefix { $0 != "?" } }

  package var queryText: Substring { (path ?? "").drop { $0 != "?" }.dropFirst() }
}
