import FerryEngine
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Synchronization

/// Simulates a crash of an engine at one request: from then on nothing is recorded.
final class PowerSwitch: Sendable {
  enum Instant: Sendable {
    /// Before sending: everything is committed, and the request is not sent.
    case beforeSending
    /// After sending: the provider has acted, and the answer is lost.
    case beforeRecording
  }

  let instant: Instant
  private let method: HTTPRequest.Method
  private let pathEnd: String
  private let cut = Mutex<(any Error)?>(nil)
  /// The number of commits that are still recorded once it is armed; nil if commits do not count.
  private let commitsLeft: Mutex<Int?>
  /// The number of requests that are still answered once it is armed; nil if requests do not count.
  private let requestsLeft: Mutex<Int?>
  private let isArmed = Mutex(false)

  /// - Parameter pathEnd: The end of the path of the request at which the power fails.
  init(_ instant: Instant, _ method: HTTPRequest.Method, _ pathEnd: String = "") {
    self.instant = instant
    self.method = method
    self.pathEnd = pathEnd
    commitsLeft = Mutex(nil)
    requestsLeft = Mutex(nil)
  }

  /// Fails at a request by its number, from 0, once it is armed.
  init(_ instant: Instant, atRequest requests: Int) {
    self.instant = instant
    method = .trace
    pathEnd = ""
    commitsLeft = Mutex(nil)
    requestsLeft = Mutex(requests)
  }

  /// Fails after this number of recorded commits.
  init(afterCommits commits: Int) {
    instant = .beforeSending
    method = .trace
    pathEnd = ""
    commitsLeft = Mutex(commits)
    requestsLeft = Mutex(nil)
  }

  func arm() { isArmed.withLock { $0 = true } }

  /// True if a commit is still recorded.
  func allowsCommit() -> Bool {
    guard isArmed.withLock({ $0 }) else { return !isOff }
    let isAllowed = commitsLeft.withLock { left in
      guard let count = left else { return true }
      left = count - 1
      return count > 0
    }
    if !isAllowed { turnOff() }
    return isAllowed
  }

  var isOff: Bool { failure != nil }

  /// The store's error while the power is off.
  var failure: (any Error)? { cut.withLock { $0 } }

  func turnOff(_ failure: any Error = StoreError.stopped) { cut.withLock { $0 = failure } }

  func turnOn() { cut.withLock { $0 = nil } }

  func failsAt(_ request: HTTPRequest) -> Bool {
    if isArmed.withLock({ $0 }), let left = requestsLeft.withLock({ $0 }) {
      requestsLeft.withLock { $0 = left - 1 }
      return left == 0
    }
    return request.method == method && (request.path ?? "").hasSuffix(pathEnd)
  }
}

struct InterruptedTransport: ProviderTransport {
  private let base: any ProviderTransport
  private let power: PowerSwitch

  init(_ base: any ProviderTransport, _ power: PowerSwitch) {
    self.base = base
    self.power = power
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    guard power.failsAt(request) else { return try await base.send(request, body: body, timeout: timeout) }
    guard power.instant == .beforeRecording else {
      power.turnOff()
      throw .notSent("The power has failed.")
    }
    defer { power.turnOff() }
    return try await base.send(request, body: body, timeout: timeout)
  }
}

extension HookedStore {
  /// A store that answers nobody once the power is off, is slow to say what is due or what is to be delivered, or fails to
  /// commit.
  init(
    _ base: any Store, _ power: PowerSwitch?, pause: @escaping @Sendable () async throws -> Void = {},
    pauseOfDeliveries: @escaping @Sendable () async throws -> Void = {},
    beforeUpdate: @escaping @Sendable () throws -> Void = {}
  ) {
    self.init(
      base,
      Interruptions(power: power, pause: pause, pauseOfDeliveries: pauseOfDeliveries, beforeUpdate: beforeUpdate))
  }

  /// A store on its own threads; virtual time stands still during its work.
  init(_ base: any Store, holding time: VirtualTime) { self.init(base, HeldTime(time: time)) }
}

private struct Interruptions: StoreHook {
  let power: PowerSwitch?
  let pause: @Sendable () async throws -> Void
  let pauseOfDeliveries: @Sendable () async throws -> Void
  let beforeUpdate: @Sendable () throws -> Void

  func around(_ call: HookedStore.Call, _ work: () async throws -> Void) async throws {
    if let failure = power?.failure { throw failure }
    if call == .update {
      if let power, !power.allowsCommit() { throw StoreError.stopped }
      try beforeUpdate()
    }
    try await work()
    if call == .due { try await pause() }
    if call == .dueDeliveries { try await pauseOfDeliveries() }
  }
}

private struct HeldTime: StoreHook {
  let time: VirtualTime

  func around(_ call: HookedStore.Call, _ work: () async throws -> Void) async throws {
    try await time.standStill { try await work() }
  }
}
