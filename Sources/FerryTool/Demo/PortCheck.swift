import NIOCore
import NIOPosix

/// Whether a port can be listened on, found out before anything is started.
enum PortCheck {
  struct InUse: Error, CustomStringConvertible {
    let port: Int
    let option: String

    var description: String {
      "Port \(port) is in use. Stop what listens there, or choose another port with \(option)."
    }
  }

  /// - Throws: `InUse`.
  static func require(_ port: Int, option: String) async throws {
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port).get()
      try await channel.close().get()
    } catch {
      throw InUse(port: port, option: option)
    }
  }
}
