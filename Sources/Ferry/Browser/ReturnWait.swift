public import FerryCore

/// Decides when a buyer is offered help because nothing has come back from another app: a bank's or a wallet's, which the web
/// view of an embedded checkout has opened. Pure: the clock's time is passed in.
struct ReturnWait: Hashable, Sendable {
  /// Time for a decision in the other app. Swedbank Pay's own SDK for iOS waits as long.
  static let afterOpening = Duration.seconds(30)
  /// Time for a link, or for the page itself, to go on after the buyer is back. Swedbank Pay's own SDK for iOS waits as long.
  static let afterActivation = Duration.seconds(3)

  /// Nil if no other app is open, or if something has come back.
  private var openedAt: Moment?
  /// Nil while another app is in front.
  private var activeSince: Moment?

  init(activeSince: Moment) { self.activeSince = activeSince }

  /// The web view has opened another app, or the buyer wants to wait on for it.
  mutating func begin(at now: Moment) { openedAt = now }

  /// A link has come back, or the page has gone on.
  mutating func end() { openedAt = nil }

  mutating func becameActive(at now: Moment) { activeSince = now }
  mutating func resignedActive() { activeSince = nil }

  /// The moment of the offer; nil if there is nothing to offer as things stand.
  var due: Moment? {
    guard let openedAt, let activeSince else { return nil }
    return max(openedAt + Self.afterOpening, activeSince + Self.afterActivation)
  }
}

/// Follows one opening of a web view in real time, and calls when the offer of `ReturnWait` is due.
@_spi(Phone)
@MainActor
public final class ReturnWatch {
  private(set) var wait: ReturnWait
  private let time: any Timekeeper
  private let alarm = Alarm()

  /// - Parameter time: The clock. The app is active now.
  public init(time: any Timekeeper) {
    self.time = time
    wait = ReturnWait(activeSince: time.now)
  }

  /// The web view has opened another app, or the buyer wants to wait on for it.
  public func begin() { change { $0.begin(at: time.now) } }

  /// A link has come back, or the page has gone on.
  public func end() { change { $0.end() } }

  public func becameActive() { change { $0.becameActive(at: time.now) } }
  public func resignedActive() { change { $0.resignedActive() } }

  /// Calls `offer` once for each `begin` after which nothing comes back. Returns when the task is cancelled.
  public func run(_ offer: @MainActor () -> Void) async {
    while !Task.isCancelled {
      await alarm.wait(until: wait.due, time)
      guard !Task.isCancelled, let due = wait.due, due <= time.now else { continue }
      wait.end()
      offer()
    }
  }

  private func change(_ edit: (inout ReturnWait) -> Void) {
    edit(&wait)
    alarm.ring()
  }
}
