import FerryWeb
import Foundation
import NIOCore

extension DevelopmentNames {
  /// What this machine is called now.
  /// - Throws: When the system does not tell its network interfaces.
  static func ofThisMachine() throws -> DevelopmentNames {
    DevelopmentNames(
      machine: ProcessInfo.processInfo.hostName,
      addresses: try System.enumerateDevices().compactMap { $0.address?.ipAddress.flatMap { NetworkAddress($0) } })
  }
}
