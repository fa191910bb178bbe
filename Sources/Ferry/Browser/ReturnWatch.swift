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
    case .otherApp: ReturnWatch.afterOpening
    case .browser: ReturnWatch.afterActivation
    }
  }
}

/// Offers a buyer help when nothing has come back from outside the app: from a bank's or a wallet's app, or from the system's
/// browser, which the web view of an embedded checkout has opened. It follows one opening of the web view.
@MainActor
@_spi(Phone)
public final class ReturnWatch {
  /// Time for a decision in the other app. Swedbank Pay's own SDK for iOS waits as long.
  nonisolated fileprivate static let afterOpening = Duration.seconds(30)
  /// Time for a link, or for the page itself, to go on after the buyer is back. Swedbank Pay's own SDK for iOS waits as long.
  nonisolated fileprivate static let afterActivation = Duration.seconds(3)

  /// Nil if nothing is open outside, or if something has come back.
  private(set) var place: OutsidePlace?
  /// The buyer is not asked before.
  private var earliest = Moment(milliseconds: 0)
  /// Nil while another app is in front.
  private var activeSince: Moment?
  private let time: any Timekeeper
  private let alarm = Alarm()

  /// - Parameter time: The clock. The app is active now.
  public init(time: any Timekeeper) {
    self.time = time
    activeSince = time.now
  }

  /// The web view has opened another app or the browser.
  public func begin(_ place: OutsidePlace = .otherApp) { wait(for: place, atLeast: place.time) }

  /// The buyer wants to wait on.
  public func waitOn(_ place: OutsidePlace) { wait(for: place, atLeast: Self.afterOpening) }

  private func wait(for place: OutsidePlace, atLeast duration: Duration) {
    self.place = place
    earliest = time.now + duration
    alarm.ring()
  }

  /// A link has come back, or the page has gone on.
  public func end() {
    place = nil
    alarm.ring()
  }

  public func becameActive() {
    activeSince = time.now
    alarm.ring()
  }

  public func resignedActive() {
    activeSince = nil
    alarm.ring()
  }

  /// The moment of the offer; nil if there is nothing to offer as things stand.
  var due: Moment? {
    guard place != nil, let activeSince else { return nil }
    return max(earliest, activeSince + Self.afterActivation)
  }

  /// Calls `offer` once for each `begin` and `waitOn` if nothing comes back after it. Returns when the task is cancelled.
  public func run(_ offer: @MainActor (OutsidePlace) -> Void) async {
    while !Task.isCancelled {
      await alarm.wait(until: due, time)
      guard !Task.isCancelled, let place, let due, due <= time.now else { continue }
      self.place = nil
      offer(place)
    }
  }
}
