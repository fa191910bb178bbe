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
  private enum Signal {
    case changed
    /// Shows a proxy in between that the connection is in use, and this server that the page is gone.
    case alive
  }

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
        try await writer.write(ByteBuffer(string: "retry: 5000\n\n"))
        try await withThrowingTaskGroup(of: Void.self) { group in
          let (signals, sender) = AsyncStream.makeStream(of: Signal.self, bufferingPolicy: .bufferingNewest(1))
          group.addTask {
            for try await _ in service.changes().cancelOnGracefulShutdown() { sender.yield(.changed) }
            sender.finish()
          }
          group.addTask {
            while true {
              try await service.time.sleep(for: Self.heartbeat)
              sender.yield(.alive)
            }
          }
          for await signal in signals {
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
