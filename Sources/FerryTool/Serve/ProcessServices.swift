import FerryCore
import FerryWeb
import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The services of a process. They stop in reverse order, so that each ends before the ones that it uses. If one fails, for
/// example a store whose disk is full, the others stop in this order, too.
struct ProcessServices: Sendable {
  let services: [any Service]
  let logger: Logger
  /// After this time everything is cancelled. It is longer than the parts' own timeouts: 20 seconds for requests, and 30 for
  /// answers of the provider. The next start recovers what was cancelled.
  var patience = Duration.seconds(55)

  /// Runs until SIGTERM or SIGINT; then finishes the requests under way.
  /// - Parameter done: The process stops by itself after this work.
  /// - Throws: The error of the first service that fails.
  func run(until done: (@Sendable () async throws -> Void)? = nil) async throws {
    var configurations = services.map {
      ServiceGroupConfiguration.ServiceConfiguration(
        service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
    }
    if let done {
      configurations.append(
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Work(body: done), successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: configurations, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = patience
    try await ServiceGroup(configuration: configuration).run()
  }

  private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
  }
}

/// Tries whether a port is free before anything is started.
enum PortCheck {
  /// The reason, and the setting to change.
  enum Refused: Error, CustomStringConvertible {
    case inUse(Int, setting: String)
    case notAllowed(Int, setting: String)
    case notHere(host: String, setting: String)

    var description: String {
      switch self {
      case .inUse(let port, let setting):
        "Port \(port) is in use. Stop the program that uses it, or choose another port with \(setting)."
      case .notAllowed(let port, let setting):
        "This user may not listen on port \(port). Choose a port above 1023 with \(setting)."
      case .notHere(let host, let setting):
        "This machine does not have the address \(host). Choose another one with \(setting)."
      }
    }
  }

  /// Tries the port on every address that a server listens on.
  /// - Parameters:
  ///   - setting: The option or setting of the port.
  ///   - hostSetting: The setting of the host; nil if there is none.
  static func require(
    _ port: Int, host: String = "127.0.0.1", setting: String, hostSetting: String? = nil
  ) throws(Refused) {
    for host in LoopbackAddresses.hosts(of: host) {
      let address = try? SocketAddress.makeAddressResolvingHost(host, port: port)
      switch address?.bindError {
      case 0: break
      case EACCES: throw .notAllowed(port, setting: setting)
      case EADDRINUSE: throw .inUse(port, setting: setting)
      default:
        guard let hostSetting else { throw .inUse(port, setting: setting) }
        throw .notHere(host: host, setting: hostSetting)
      }
    }
  }
}
