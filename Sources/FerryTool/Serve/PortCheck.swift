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
        "Port \(port) is in use. Stop the program that listens there, or choose another port with \(setting)."
      case .notAllowed(let port, let setting):
        "This user may not listen on port \(port). Choose one from 1024 on with \(setting)."
      case .notHere(let host, let setting):
        "This machine has no address \(host) to listen on. Choose another with \(setting)."
      }
    }
  }

  /// Binds the port without listening: a program that waits for this one must not take the check for the server.
  /// - Parameters:
  ///   - setting: The option or setting of the port.
  ///   - hostSetting: The setting of the host; nil if there is none.
  /// - Throws: `Refused`.
  static func require(
    _ port: Int, host: String = "127.0.0.1", setting: String, hostSetting: String? = nil
  ) throws(Refused) {
    switch error(of: host, port) {
    case 0: break
    case EACCES: throw .notAllowed(port, setting: setting)
    case EADDRINUSE: throw .inUse(port, setting: setting)
    default:
      guard let hostSetting else { throw .inUse(port, setting: setting) }
      throw .notHere(host: host, setting: hostSetting)
    }
  }

  /// - Returns: 0, or the `errno` of the first step that failed.
  private static func error(of host: String, _ port: Int) -> CInt {
    guard let address = try? SocketAddress.makeAddressResolvingHost(host, port: port) else { return EADDRNOTAVAIL }
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = CInt(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(address.protocol.rawValue, stream, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // As the server does: a port whose last connections are still closing is free.
    var isReused: CInt = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<CInt>.size))
    return address.withSockAddr { bind(descriptor, $0, socklen_t($1)) == 0 ? 0 : errno }
  }
}
