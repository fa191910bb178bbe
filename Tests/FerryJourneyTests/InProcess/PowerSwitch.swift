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
  private let cut = Mutex<(any Error)?>(nil)
  /// The number of commits that are still recorded once it is armed; nil if commits do not count.
  private let commitsLeft: Mutex<Int?>
  /// The number of requests that are still answered once it is armed; nil if requests do not count.
  private let requestsLeft: Mutex<Int?>
  private let isArmed = Mutex(false)

  private init(_ instant: Instant, commits: Int?, requests: Int?) {
    self.instant = instant
    commitsLeft = Mutex(commits)
    requestsLeft = Mutex(requests)
  }

  /// Fails by `turnOff` alone.
  convenience init() { self.init(.beforeSending, commits: nil, requests: nil) }

  /// Fails at a request by its number, from 0, once it is armed.
  convenience init(_ instant: Instant, atRequest requests: Int) {
    self.init(instant, commits: nil, requests: requests)
  }

  /// Fails after this number of recorded commits.
  convenience init(afterCommits commits: Int) { self.init(.beforeSending, commits: commits, requests: nil) }

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

  /// True at the request that it fails at.
  func failsAtRequest() -> Bool {
    guard isArmed.withLock({ $0 }) else { return false }
    return requestsLeft.withLock { left in
      guard let count = left else { return false }
      left = count - 1
      return count == 0
    }
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
    guard power.failsAtRequest() else { return try await base.send(request, body: body, timeout: timeout) }
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
