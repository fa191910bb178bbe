import Foundation

/// The offer of help that a page of an embedded checkout still owes the buyer: the page, or an app, did not open, or nothing has
/// come back. Pure: the page shows it.
///
/// A page that another page, a dialog or an animation covers cannot ask. The offer then waits until the page can, for without
/// it the buyer would see an empty page.
struct PendingOffer {
  struct Offer: Hashable, Sendable {
    let problem: FerryTextName
    /// The address to load again if the buyer wants it; nil if nothing is to be loaded.
    let address: URL?
    /// Nothing has come back from this place; nil for another problem.
    var place: OutsidePlace?
  }

  private var waiting: Offer?
  private var shown: Offer?

  /// True while an offer is on the screen.
  var isShown: Bool { shown != nil }

  /// A later offer replaces one that still waits, because it tells the page's present state.
  mutating func add(_ offer: Offer) { waiting = offer }

  /// - Returns: The offer to show now; nil if there is none, or if one is shown.
  mutating func begin() -> Offer? {
    guard shown == nil else { return nil }
    shown = waiting
    return waiting
  }

  /// The shown offer has left the screen.
  /// - Parameter isAnswered: False if the page left the screen first. The offer waits again, unless a later one does.
  mutating func end(isAnswered: Bool) {
    if isAnswered, waiting == shown { waiting = nil }
    shown = nil
  }

  /// The page has content again.
  mutating func pageAppeared() { waiting = nil }
}
