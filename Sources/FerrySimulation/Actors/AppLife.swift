package import DemoShop
@_spi(Phone) package import Ferry
import Foundation
import Synchronization

/// An app's process. It can be killed whenever it touches the world outside, and then touches it no more.
package final class AppLife: Sendable {
  package struct Dead: Error {}

  private struct State {
    var steps = 0
    var isDead = false
  }

  private let state = Mutex(State())
  private let killedAt: Int?
  private let deaths: AsyncStream<Void>
  private let death: AsyncStream<Void>.Continuation

  /// - Parameter step: It is killed at this step, from 1.
  package init(killedAt step: Int? = nil) {
    killedAt = step
    (deaths, death) = AsyncStream.makeStream()
  }

  package var steps: Int { state.withLock { $0.steps } }
  package var isDead: Bool { state.withLock { $0.isDead } }

  /// Goes one step further, or is killed.
  package func step() throws(Dead) {
    let (isDead, diesNow) = state.withLock { state in
      state.steps += 1
      let diesNow = !state.isDead && state.steps == killedAt
      if diesNow { state.isDead = true }
      return (state.isDead, diesNow)
    }
    if diesNow { death.finish() }
    if isDead { throw Dead() }
  }

  /// Does something for as long as it lives.
  /// - Returns: Nil when it was killed before that was done.
  package func live<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result? {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask { [deaths] in
        for await _ in deaths {}
        return nil
      }
      defer { group.cancelAll() }
      do {
        return try await group.next() ?? nil
      } catch {
        if isDead { return nil }
        throw error
      }
    }
  }
}

/// A device's storage for an app, over all its launches.
package final class DeviceStorage: Sendable {
  fileprivate let items = Mutex<[String: StoredItem]>([:])

  package init() {}

  package var isEmpty: Bool { items.withLock { $0.isEmpty } }
  package var names: [String] { items.withLock { Array($0.keys) } }
}

/// The storage, as one life of the app has it.
package struct LivingStorage: CheckoutStorage {
  private let storage: DeviceStorage
  private let life: AppLife

  package init(storage: DeviceStorage, life: AppLife) {
    self.storage = storage
    self.life = life
  }

  package func items() async throws(StorageFailure) -> [StoredItem] {
    try step()
    return storage.items.withLock { Array($0.values) }
  }

  package func keep(_ item: StoredItem) async throws(StorageFailure) {
    try step()
    storage.items.withLock { $0[item.name] = item }
    try step()
  }

  package func drop(_ name: String) async throws(StorageFailure) {
    try step()
    storage.items.withLock { $0[name] = nil }
    try step()
  }

  private func step() throws(StorageFailure) {
    do throws(AppLife.Dead) { try life.step() } catch { throw .failed(0) }
  }
}

/// Carries the requests of one life of the app to the servers.
package struct AppSender: HTTPSender {
  private let transport: any ShopTransport
  private let life: AppLife
  private let loses: @Sendable (String) -> Bool

  struct LostAnswer: Error {}

  /// - Parameter loses: True if the answer to a call gets lost, by the last part of its path.
  package init(
    _ transport: any ShopTransport, _ life: AppLife, loses: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.transport = transport
    self.life = life
    self.loses = loses
  }

  @concurrent package func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    try life.step()
    let answer = try await transport.send(
      ShopRequest(
        request.method, request.url.absoluteString, headers: request.headers.map { (name: $0.name, value: $0.value) },
        body: request.body.isEmpty && request.method == "GET" ? nil : request.body))
    try life.step()
    if loses(request.url.lastPathComponent) { throw LostAnswer() }
    return HTTPAnswer(
      statusCode: answer.status,
      headers: Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
      body: answer.body)
  }
}
