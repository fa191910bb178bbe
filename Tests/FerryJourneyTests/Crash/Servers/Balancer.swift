#if PostgreSQL
  import NIOCore
  import NIOPosix
  import Synchronization

  /// A load balancer for TCP connections: it takes the servers in turn, and the next one when one refuses.
  final class Balancer: Sendable {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private struct State {
      var turn = 0
      var down: Set<Int> = []
      /// The connections to each server.
      var open: [Int: [ObjectIdentifier: any Channel]] = [:]
    }

    private let port: Int
    private let servers: [Int]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - port: The port to listen on.
    ///   - servers: The ports of the servers.
    init(on port: Int, to servers: [Int]) {
      self.port = port
      self.servers = servers
    }

    /// Carries connections until the task is cancelled.
    func run() async throws {
      let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
        }
      try await listener.executeThenClose { clients in
        try await withThrowingDiscardingTaskGroup { group in
          for try await client in clients {
            // A connection that breaks is its two ends' matter.
            group.addTask { try? await self.carry(client) }
          }
        }
      }
    }

    /// Takes a server out of the rotation and closes its connections, as after a health check that failed.
    func takeOut(_ server: Int) {
      let connections = state.withLock { state in
        state.down.insert(server)
        return state.open[server].map { Array($0.values) } ?? []
      }
      for connection in connections { connection.close(promise: nil) }
    }

    func takeBack(_ server: Int) { state.withLock { _ = $0.down.remove(server) } }

    private func carry(_ client: Connection) async throws {
      try await client.executeThenClose { requests, answers in
        let (number, server) = try await self.connect()
        self.state.withLock { $0.open[number, default: [:]][ObjectIdentifier(server.channel)] = server.channel }
        defer { self.state.withLock { $0.open[number]?[ObjectIdentifier(server.channel)] = nil } }
        try await server.executeThenClose { received, sent in
          // The first direction that ends closes both.
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for try await bytes in requests { try await sent.write(bytes) } }
            group.addTask { for try await bytes in received { try await answers.write(bytes) } }
            defer { group.cancelAll() }
            try await group.next()
          }
        }
      }
    }

    private func connect() async throws -> (Int, Connection) {
      var last: any Error = CancellationError()
      for server in order() {
        do {
          let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server) { channel in
              channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
          return (server, connection)
        } catch {
          last = error
        }
      }
      throw last
    }

    /// The servers to try, with the next one's turn first.
    private func order() -> [Int] {
      state.withLock { state in
        state.turn = (state.turn + 1) % servers.count
        return (servers[state.turn...] + servers[..<state.turn]).filter { !state.down.contains($0) }
      }
    }
  }
#endif
