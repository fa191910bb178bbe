public import Hummingbird
public import HummingbirdCore
public import Logging
public import ServiceLifecycle
import Synchronization

/// A server that listens on an address of this machine. For a loopback address it listens on both, 127.0.0.1 and ::1, because
/// `localhost` leads some clients to the one and some to the other.
public struct Listener<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
  private let applications: [Application<Responder>]

  /// - Parameters:
  ///   - server: Plain HTTP by default.
  ///   - host: An IP address, or `localhost`.
  ///   - onListening: Called once, when the server listens on all its addresses.
  public init(
    _ responder: Responder, server: HTTPServerBuilder = .bounded(), host: String, port: Int, logger: Logger,
    onListening: @escaping @Sendable () -> Void = {}
  ) {
    let hosts = LoopbackAddresses.hosts(of: host)
    if hosts == [LoopbackAddresses.ipv4] {
      logger.notice("This machine has no address ::1. Write 127.0.0.1 in addresses if localhost does not lead here.")
    }
    let startup = Countdown(hosts.count, onListening)
    applications = hosts.map { host in
      Application(
        responder: responder, server: server,
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
        onServerRunning: { channel in
          do { try await channel.pauseAcceptsWhenFull(logger: logger) } catch {
            logger.error("Accepting cannot be paused", metadata: ["error.type": "\(type(of: error))"])
          }
          startup.step()
        }, logger: logger)
    }
  }

  /// Runs until the service is stopped. If one address cannot be listened on, the other is given up.
  public func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for application in applications { group.addTask { try await application.run() } }
      // The first error cancels the others.
      while try await group.next() != nil {}
    }
  }
}

private final class Countdown: Sendable {
  private let missing: Mutex<Int>
  private let end: @Sendable () -> Void

  init(_ count: Int, _ end: @escaping @Sendable () -> Void) {
    missing = Mutex(count)
    self.end = end
  }

  func step() {
    let isLast = missing.withLock { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { end() }
  }
}
