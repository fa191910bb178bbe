import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// Tells open pages by server-sent events (HTML §9.2) that something has changed. They fetch themselves then; nothing about a
/// checkout is sent here.
struct LiveRoute: Sendable {
  /// A page is told of changes once in this time at most.
  private static let calm = Duration.seconds(1)
  private static let heartbeat = Duration.seconds(15)

  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/live") { request, _ in try open(request) }
  }

  private func open(_ request: Request) throws -> Response {
    let reader = try site.gate.present(request, isUse: false)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream"],
      body: ResponseBody { writer in
        let changes = service.changes()
        // Something may have changed since the page was made, or while its connection was broken.
        try await writer.write(ByteBuffer(string: "retry: 5000\n\ndata: changed\n\n"))
        try await withThrowingTaskGroup(of: Void.self) { group in
          let signals = LiveSignals()
          group.addTask {
            for try await _ in changes.cancelOnGracefulShutdown() { signals.changed() }
            signals.finish()
          }
          group.addTask {
            while true {
              try await service.time.sleep(for: Self.heartbeat)
              signals.beat()
            }
          }
          for await signal in signals.stream {
            // Nobody is told of changes whose session has ended.
            guard site.gate.isPresent(reader) else { break }
            switch signal {
            case .changed:
              try await writer.write(ByteBuffer(string: "data: changed\n\n"))
              try await service.time.sleep(for: Self.calm)
            case .alive: try await writer.write(ByteBuffer(string: ": alive\n\n"))
            }
          }
          group.cancelAll()
        }
        try await writer.finish(nil)
      })
  }
}

/// The next signal for an open page. A reader who is late gets one for all changes.
struct LiveSignals: Sendable {
  enum Signal {
    case changed
    /// Shows a proxy in between that the connection is in use, and this server that the page is gone.
    case alive
  }

  let stream: AsyncStream<Signal>
  private let sender: AsyncStream<Signal>.Continuation

  init() { (stream, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func changed() { sender.yield(.changed) }

  /// A heartbeat takes the place of no change.
  func beat() {
    if case .dropped(.changed) = sender.yield(.alive) { sender.yield(.changed) }
  }

  func finish() { sender.finish() }
}
