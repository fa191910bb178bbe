import FerryWeb
import Foundation
import NIOCore

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
  /// - Throws: `Refused`.
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
