import Foundation
package import NIOCore

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
