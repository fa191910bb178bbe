import FerryCheckout
public import FerryCore
import FerryProvider

/// The wait before a retry: it doubles up to a limit, and each is shortened at random, so that requests that failed
/// together are not repeated together.
public struct Backoff: Hashable, Sendable {
  public var first: Duration
  public var longest: Duration
  /// The wait before something is tried again that a person has to fix.
  public var misconfigured: Duration

  public init(
    first: Duration = .milliseconds(500), longest: Duration = .seconds(300), misconfigured: Duration = .seconds(60)
  ) {
    self.first = first
    self.longest = longest
    self.misconfigured = misconfigured
  }

  /// - Parameter attempts: Attempts that failed, from 1.
  public func wait(after attempts: Int, _ randomness: any Randomness) -> Duration {
    let doubled = first * (1 << min(20, max(0, attempts - 1)))
    let full = min(doubled, longest)
    let byte = Int(randomness.bytes(1).first ?? 0)
    return full * (256 + byte) / 512
  }
}

extension Engine {
  /// Returns true if the timeline shows a failed attempt: the first ones, then more and more rarely, so that a failure that
  /// lasts for days does not fill the disk.
  static func isLogged(_ attempts: Int) -> Bool { attempts <= 8 || attempts.nonzeroBitCount == 1 }

  /// Postpones a command whose outcome the store did not accept.
  func postpone(_ due: DueCommand) async {
    do {
      try await update(due.checkout) { [self] file, change in
        guard file.fence == due.fence,
          let index = file.outstanding.firstIndex(where: { $0.command.number == due.number })
        else { return }
        file.outstanding[index].attempts += 1
        let attempts = file.outstanding[index].attempts
        file.outstanding[index].notBefore = time.now + backoff.wait(after: max(3, attempts), randomness)
        if Self.isLogged(attempts) {
          change.log.append(LogEntry(at: time.now, .remark("The provider's answer could not be recorded.")))
        }
      }
    } catch {
      // The store accepts nothing at all: the command keeps its place for a while.
      try? await time.sleep(for: backoff.wait(after: 3, randomness))
    }
  }

  func advance(
    to stage: String, commandAt index: Int, in file: inout CheckoutFile, _ change: inout Change,
    keepsAttempts: Bool = false
  ) {
    var stored = file.outstanding[index]
    stored.stage = stage
    stored.isStarted = false
    if !keepsAttempts { stored.attempts = 0 }
    stored.unreadable = 0
    stored.notBefore = time.now
    plan(&stored, of: file, &change)
    file.outstanding[index] = stored
  }

  /// The wait grows with every reference that the provider refuses.
  func repeatUnderNewReference(
    at stage: String, commandAt index: Int, in file: inout CheckoutFile, _ change: inout Change
  ) {
    let attempt = file.outstanding[index].referenceAttempt
    file.outstanding[index].referenceAttempt = attempt + 1
    file.outstanding[index].reference = ""
    advance(to: stage, commandAt: index, in: &file, &change)
    if attempt > 1 { file.outstanding[index].notBefore = time.now + backoff.wait(after: attempt, randomness) }
  }

  func inquire(
    at stage: String, _ stored: inout StoredCommand, of file: CheckoutFile, _ change: inout Change
  ) {
    stored.stage = stage
    stored.isStarted = false
    plan(&stored, of: file, &change)
  }

  func retry(
    after failure: ProviderFailure, commandAt index: Int, in file: inout CheckoutFile, _ change: inout Change
  ) {
    let now = time.now
    var stored = file.outstanding[index]
    stored.attempts += 1
    if case .unreadable = failure {} else { stored.unreadable = 0 }
    switch failure {
    case .transient(_, let retryAfter):
      stored.isStarted = false
      stored.notBefore = now + max(retryAfter ?? .zero, backoff.wait(after: stored.attempts, randomness))
    case .unknownOutcome:
      stored.notBefore = now + backoff.wait(after: stored.attempts, randomness)
      switch stored.request?.repetition {
      case .inquireFirst(let stage): inquire(at: stage, &stored, of: file, &change)
      case .inquireAfter(let attempts, let stage) where stored.attempts >= attempts:
        inquire(at: stage, &stored, of: file, &change)
      case .safe, .inquireAfter, nil: break
      }
    case .unreadable:
      stored.unreadable += 1
      stored.notBefore = now + backoff.wait(after: stored.attempts, randomness)
      switch stored.request?.repetition {
      case .inquireFirst(let stage), .inquireAfter(_, let stage): inquire(at: stage, &stored, of: file, &change)
      case .safe, nil: break
      }
    case .misconfigured:
      stored.isStarted = false
      stored.request = nil
      stored.notBefore = now + backoff.misconfigured
    case .clockOff:
      stored.isStarted = false
      // Sealed again at once; if that does not help, it is not the clock.
      stored.notBefore = stored.attempts == 1 ? now : now + backoff.wait(after: stored.attempts, randomness)
    }
    if Self.isLogged(stored.attempts) {
      if let misconfiguration = failure.misconfiguration {
        report(misconfiguration, of: stored, &change)
      } else {
        change.log.append(LogEntry(at: now, .remark(failure.reason)))
      }
    }
    file.outstanding[index] = stored
  }
}

extension StoredCommand {
  /// This many successes that cannot be read count as an accident on the way. The waits between them add up to minutes.
  private static let mostUnreadable = 10

  /// True if one more unreadable answer ends the command. An operation on money goes on until it is known what became of it,
  /// or a person stops the wait.
  var isUnreadableForGood: Bool {
    guard case .safe? = request?.repetition, command.kind.operation == nil else { return false }
    return unreadable + 1 >= Self.mostUnreadable
  }
}
