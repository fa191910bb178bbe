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
  /// The changes that a page is told of.
  enum Scope {
    case all, overview
    case checkout(CheckoutID)

    var link: Link {
      switch self {
      case .all: "/live"
      case .overview: Link("/live", query: [("interval", "10")])
      case .checkout(let id): Link("/live", query: [("checkout", id.text)])
      }
    }
  }

  private static let heartbeat = Duration.seconds(15)

  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/live") { request, _ in try await open(request) }
  }

  private func open(_ request: Request) async throws -> Response {
    let reader = try await site.gate.present(request, isUse: false)
    let query = try request.queryFields()
    // The page is told of changes once in this time at most.
    let minimumInterval = Duration.seconds(query["interval"].flatMap(ListQuery.number).map { min($0, 60) } ?? 1)
    let only = query["checkout"].flatMap(CheckoutID.init(untrusted:))
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream"],
      body: ResponseBody { writer in
        let changes = service.changes()
        // Something may have changed since the page was made, or while its connection was broken.
        try await writer.write(ByteBuffer(string: "retry: 5000\n\ndata: changed\n\n"))
        try await withThrowingTaskGroup(of: Void.self) { group in
          let signals = LiveSignals()
          group.addTask {
            // Also if the store does not answer: the page connects again, and misses nothing.
            defer { signals.finish() }
            for try await id in changes.cancelOnGracefulShutdown() where try await concerns(reader, id, only) {
              signals.changed()
            }
          }
          group.addTask {
            while true {
              try await service.time.sleep(for: Self.heartbeat)
              signals.heartbeat()
            }
          }
          for await signal in signals.stream {
            // An operator whose session has ended is told nothing.
            guard try await site.gate.isPresent(reader) else { break }
            switch signal {
            case .changed:
              try await writer.write(ByteBuffer(string: "data: changed\n\n"))
              // The server does not wait for this page when it stops.
              try? await cancelWhenGracefulShutdown { try await service.time.sleep(for: minimumInterval) }
            case .alive: try await writer.write(ByteBuffer(string: ": alive\n\n"))
            }
          }
          group.cancelAll()
        }
        try await writer.finish(nil)
      })
  }

  /// True if the page shows the checkout: any that its operator sees, or one alone.
  private func concerns(_ reader: PresentOperator, _ id: CheckoutID, _ only: CheckoutID?) async throws -> Bool {
    if let only, only != id { return false }
    guard reader.person.shops != nil else { return true }
    return try await service.file(id).map { reader.person.sees($0.checkout.shop) } ?? false
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
  func heartbeat() {
    if case .dropped(.changed) = sender.yield(.alive) { sender.yield(.changed) }
  }

  func finish() { sender.finish() }
}
