import FerryCore
import FerryTesting
import HTTPTypes
import Synchronization

/// The servers that share the store, each started again after its death.
final class Fleet: Sendable {
  private let running = Mutex<[Int: Server]>([:])

  /// The answer of the server that a balancer takes for a request, of those that it finds healthy.
  /// - Throws: `Network.NoAnswer` if none is there, or it dies.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, _ body: [UInt8]?, _ chance: Chance
  ) async throws -> (status: HTTPResponse.Status, headers: HTTPFields, body: [UInt8]) {
    let servers = running.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
      .filter { !$0.process.isDead && !$0.process.isPaused }
    guard !servers.isEmpty else { throw Network.NoAnswer(description: "No server is there.") }
    return try await chance.pick(servers).answer(method, path, fields, body)
  }

  func killAll() { for server in running.withLock({ $0 }).values { server.process.die() } }

  func correctClocks() { for server in running.withLock({ $0 }).values { server.clock.set(wrongBy: .zero) } }

  /// Keeps some servers running until the task is cancelled.
  func run(_ count: Int, in world: World) async {
    await withDiscardingTaskGroup { group in
      for number in 1...count { group.addTask { await self.keep(number, in: world) } }
    }
  }

  private func keep(_ number: Int, in world: World) async {
    let chance = world.chance.stream("fleet \(number)")
    var life = 0
    while !Task.isCancelled {
      life += 1
      let server = Server(world, number: number, life: life, lease: .seconds(120))
      running.withLock { $0[number] = server }
      world.history.note("server \(number)", nil, .remark("starts"))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await server.run() }
        group.addTask { await Self.changeClock(of: server, world, chance) }
        if server.hasMistake {
          group.addTask { try? await world.time.sleep(for: chance.duration(.seconds(20)...(.seconds(600)))) }
        }
        await group.next()
        group.cancelAll()
      }
      running.withLock { $0[number] = nil }
      world.history.note("server \(number)", nil, .remark("ends"))
      do { try await world.time.sleep(for: chance.duration(.milliseconds(500)...(.seconds(40)))) } catch { return }
    }
  }

  /// Sets the clock of a server wrong now and then.
  private static func changeClock(of server: Server, _ world: World, _ chance: Chance) async {
    do {
      while true {
        try await world.time.sleep(for: chance.duration(.seconds(5)...(.seconds(60))))
        if world.happens(.clockWrong) {
          server.clock.set(wrongBy: chance.duration(.zero...(.seconds(90))) - .seconds(45))
        }
      }
    } catch {}
  }

  /// Runs one server alone, without faults, for as long as some work takes.
  func runLast<Result: Sendable>(
    in world: World, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let server = Server(world, number: 0, life: 1, lease: .seconds(3600))
    running.withLock { $0[0] = server }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask {
        await server.run()
        return nil
      }
      group.addTask { try await work() }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let result { return result }
      }
      throw CancellationError()
    }
  }
}
