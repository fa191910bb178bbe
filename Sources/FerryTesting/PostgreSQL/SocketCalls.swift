#if PostgreSQL
  import Foundation

  /// The system's calls for stream sockets.
  package enum SocketCalls {
    private static let stream = Int32(SOCK_STREAM.rawValue)

    /// Listens on a free port of the loopback interface.
    package static func listen() throws -> Int32 {
      let descriptor = socket(AF_INET, stream, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard descriptor >= 0, result == 0, Foundation.listen(descriptor, 16) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      return descriptor
    }

    package static func port(of descriptor: Int32) -> Int {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
      }
      return Int(UInt16(bigEndian: address.sin_port))
    }

    static func connect(to path: String) throws -> Int32 {
      let descriptor = socket(AF_UNIX, stream, 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard descriptor >= 0, result == 0 else {
        defer { close(descriptor) }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      return descriptor
    }

    /// Waits for bytes; nil at the end.
    static func read(_ descriptor: Int32) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return count > 0 ? Array(bytes[..<count]) : nil
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
#endif
