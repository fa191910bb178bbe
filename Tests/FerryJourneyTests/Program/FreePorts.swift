import NIOCore
import NIOPosix
import Synchronization

/// Ports that nothing listens on. They lie below those that systems give to outgoing connections, so that none is taken
/// while a server that is to have it again is down; and none is given, or tried, twice, for another test's server may be
/// about to listen there.
enum FreePorts {
  struct None: Error {}

  private static let tried = Mutex<Set<Int>>([])

  static func find(_ count: Int) async throws -> [Int] {
    var found: [Int] = []
    for port in (20_000..<30_000).shuffled() {
      guard tried.withLock({ $0.insert(port).inserted }),
        let channel = try? await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .bind(host: "127.0.0.1", port: port).get()
      else { continue }
      try await channel.close().get()
      found.append(port)
      if found.count == count { return found }
    }
    throw None()
  }
}
