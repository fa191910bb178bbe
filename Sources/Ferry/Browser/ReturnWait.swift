public import FerryCore

/// A place outside the app. The web view of an embedded checkout has led the buyer there, and something should come back from
/// it.
@_spi(Phone)
public enum OutsidePlace: Hashable, Sendable {
  /// A bank's or a wallet's app.
  case otherApp
  /// The system's browser. The payment goes on there.
  case browser

  /// The question to a buyer who is back in the app while nothing has come back.
  public var question: FerryTextName {
    switch self {
    case .otherApp: \.nothingCameBack
    case .browser: \.goesOnInBrowser
    }
  }

  /// Time before the buyer is asked. Another app may send its link later. A link of the browser's brings the buyer along, so a
  /// buyer who comes without one is asked soon.
  fileprivate var time: Duration {
    switch self {
    case .otherApp: ReturnWait.afterOpening
    case .browser: ReturnWait.afterActivation
    }
  }
}

/// Decides when a buyer is offered help because nothing has come back from outside the app: from a bank's or a wallet's app, or
/// from the system's browser, which the web view of an embedded checkout has opened. Pure: the clock's time is passed in.
struct ReturnWait: Hashable, Sendable {
  /// Time for a decision in the other app. Swedbank Pay's own SDK for iOS waits as long.
  static let afterOpening = Duration.seconds(30)
  /// Time for a link, or for the page itself, to go on after the buyer is back. Swedbank Pay's own SDK for iOS waits as long.
  static let afterActivation = Duration.seconds(3)

  /// Nil if nothing is open outside, or if something has come back.
  private(set) var place: OutsidePlace?
  /// The buyer is not asked before.
  private var earliest = Moment(milliseconds: 0)
  /// Nil while another app is in front.
  private var activeSince: Moment?

  init(activeSince: Moment) { self.activeSince = activeSince }

  /// The web view has opened another app or the browser.
  mutating func begin(_ place: OutsidePlace, at now: Moment) {
    self.place = place
    earliest = now + place.time
  }

  /// The buyer wants to wait on.
  mutating func waitOn(_ place: OutsidePlace, at now: Moment) {
    self.place = place
    earliest = now + Self.afterOpening
  }

  /// A link has come back, or the page has gone on.
  mutating func end() { place = nil }

  mutating func becameActive(at now: Moment) { activeSince = now }
  mutating func resignedActive() { activeSince = nil }

  /// The moment of the offer; nil if there is nothing to offer as things stand.
  var due: Moment? {
    guard place != nil, let activeSince else { return nil }
    return max(earliest, activeSince + Self.afterActivation)
  }
}

/// Follows one opening of a web view in real time, and calls when the offer of `ReturnWait` is due.
@MainActor
@_spi(Phone)
public final class ReturnWatch {
  private(set) var wait: ReturnWait
  private let time: any Timekeeper
  private let alarm = Alarm()

  /// - Parameter time: The clock. The app is active now.
  public init(time: any Timekeeper) {
    self.time = time
    wait = ReturnWait(activeSince: time.now)
  }

  /// The web view has opened another app or the browser.
  public func begin(_ place: OutsidePlace = .otherApp) { change { $0.begin(place, at: time.now) } }

  /// The buyer wants to wait on.
  public func waitOn(_ place: OutsidePlace) { change { $0.waitOn(place, at: time.now) } }

  /// A link has come back, or the page has gone on.
  public func end() { change { $0.end() } }

  public func becameActive() { change { $0.becameActive(at: time.now) } }
  public func resignedActive() { change { $0.resignedActive() } }

  /// Calls `offer` once for each `begin` and `waitOn` if nothing comes back after it. Returns when the task is cancelled.
  public func run(_ offer: @MainActor (OutsidePlace) -> Void) async {
    while !Task.isCancelled {
      await alarm.wait(until: wait.due, time)
      guard !Task.isCancelled, let place = wait.place, let due = wait.due, due <= time.now else { continue }
      wait.end()
      offer(place)
    }
  }

  private func change(_ edit: (inout ReturnWait) -> Void) {
    edit(&wait)
    alarm.ring()
  }
}
