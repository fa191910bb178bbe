import FerryCheckout
import FerryCore
import FerryEngine

/// A return that came with the right nonce, in a browser that is not the bound one: the provider has been used there. Somebody
/// may have mailed its page to her who came, or an app of the provider's has led its buyer into another browser.
struct StrayReturn: Sendable {
  enum Leg: Sendable {
    /// Off the pages for choosing.
    case choice
    /// Off the payment page.
    case payment
  }

  /// What it has come to, as far as it matters to the person who looks at it.
  enum Meaning: Sendable {
    case none
    /// What was chosen there is not used.
    case choiceDisowned
    /// The provider is being asked about the payment.
    case paymentAsked
  }

  private let server: CheckoutServer
  private let trip: Leg
  private let nonce: String

  init(_ server: CheckoutServer, _ trip: Leg, nonce: String) {
    self.server = server
    self.trip = trip
    self.nonce = nonce
  }

  /// Commits what it says. Before anything is agreed to, the choice is not this checkout's buyer's for certain: the way to the
  /// provider is discarded, and the buyer leaves anew. Afterwards a return from the payment page is the hint that every return
  /// is: it makes us ask, and gives nobody anything.
  func report(_ id: CheckoutID) async throws -> (file: CheckoutFile, result: Meaning) {
    let service = server.service
    let fresh = service.randomness.token()
    let now = service.time.now
    return try await service.commit(id) { [trip, nonce] file, change -> (event: Event?, result: Meaning) in
      // Begun anew in between: then it says nothing about what is there now.
      guard equalInConstantTime(nonce, file.roundTrips.nonce) else { return (nil, .none) }
      if file.isDisownedByOthers {
        file.roundTrips.discard(nonce: fresh)
        file.forgetFirstBrowser()
        change.log.append(
          LogEntry(at: now, .remark("The provider was used in another browser than the one that left.")))
        return (.restarted, .choiceDisowned)
      }
      // What was claimed stays. But if the choice is another one when the provider is asked next, it may be that of the person
      // who came.
      if trip == .choice, file.checkout.canChoiceChange { file.roundTrips.distrustNewSelections() }
      return trip == .payment ? (.recheckRequested, .paymentAsked) : (nil, .none)
    }
  }
}
