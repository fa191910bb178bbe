import Foundation
public import Hummingbird
public import HummingbirdCore
public import Logging
public import NIOCore
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
    let startup = Countdown(hosts.count)
    applications = hosts.map { host in
      Application(
        responder: responder, server: server,
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
        onServerRunning: { channel in
          do { try await channel.pauseAcceptsWhenFull(logger: logger) } catch {
            logger.error("Accepting cannot be paused", metadata: ["error.type": "\(type(of: error))"])
          }
          if startup.step() { onListening() }
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
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  /// True for the last step.
  func step() -> Bool { missing.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
}

/// Programs of this machine reach a server on it at these addresses.
package enum LoopbackAddresses {
  static let ipv4 = "127.0.0.1"
  private static let ipv6 = "::1"

  /// The addresses that a server listens on for one: both of this machine's for a loopback address, if it has both.
  package static func hosts(of host: String) -> [String] {
    guard ["localhost", ipv4, ipv6].contains(host) else { return [host] }
    return hasIPv6 ? [ipv4, ipv6] : [ipv4]
  }

  private static let hasIPv6 = (try? SocketAddress(ipAddress: ipv6, port: 0))?.bindError == 0
}

extension SocketAddress {
  /// Binds the address without listening: a program that waits for a server must not take the check for it.
  /// - Returns: 0, or the `errno` of the first step that failed.
  package var bindError: CInt {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = CInt(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(`protocol`.rawValue, stream, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // As the server does: a port whose last connections are still closing is free.
    var isReused: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<CInt>.size))
    return withSockAddr { bind(descriptor, $0, socklen_t($1)) == 0 ? 0 : errno }
  }
}

/// Pauses a listening channel when a connection cannot be accepted because the process or the machine has no descriptor
/// left. The connection keeps waiting and the channel stays readable, so that an immediate retry would never end.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel
  typealias InboundOut = Channel

  /// The time between two attempts.
  private static let pause = TimeAmount.milliseconds(200)
  /// After this time without a failure, the next failure is logged again.
  private static let quiet = TimeAmount.seconds(60)

  private let logger: Logger
  private var resumption: Scheduled<Void>?
  private var lastFailure: NIODeadline?

  init(_ logger: Logger) { self.logger = logger }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
      return context.fireErrorCaught(error)
    }
    log(error)
    let options = context.channel.syncOptions
    try? options?.setOption(.autoRead, value: false)
    resumption?.cancel()
    resumption = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      try? options?.setOption(.autoRead, value: true)
    }
  }

  private func log(_ error: IOError) {
    let now = NIODeadline.now()
    defer { lastFailure = now }
    if let lastFailure, now - lastFailure < Self.quiet { return }
    logger.error(
      """
      New connections wait because too many files and connections are open. Raise the limit of open files (LimitNOFILE, \
      ulimit -n), or let the proxy limit connections for each client. The server keeps retrying.
      """, metadata: ["errno": "\(error.errnoCode)"])
  }

  func channelInactive(context: ChannelHandlerContext) {
    resumption?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { resumption?.cancel() }
}

extension Channel {
  /// Makes a listening channel pause and log while no more connections can be accepted.
  public func pauseAcceptsWhenFull(logger: Logger) async throws {
    try await eventLoop.submit {
      try self.pipeline.syncOperations.addHandler(AcceptPause(logger), position: .first)
    }.get()
  }
}
