import FerryCore
import FerryWeb

/// The page of the phase that a checkout is in.
struct CheckoutPage {
  let frame: ShopFrame
  let csrf: HTML
  let state: CheckoutState
  /// The review that the buyer saw before this one.
  let earlier: EarlierReview?
  /// The cart is no longer what is being bought.
  let isCartChanged: Bool
  let catalogue: Catalogue

  var page: Page {
    switch state.phase {
    case .selecting where state.isUndeliverable: outcome(.undeliverable)
    case .selecting: outcome(state.review == nil ? .selecting : .changing)
    case .checking: waiting(.checking(isChange: state.review != nil))
    case .reviewing:
      if let review = state.review {
        ReviewPage(
          frame: frame, csrf: csrf, review: review, earlier: earlier, isCartChanged: isCartChanged, catalogue: catalogue
        ).page
      } else {
        waiting(.confirming)
      }
    case .opening: waiting(.opening)
    case .paying: waiting(.paying)
    case .closing: waiting(.cancelling)
    // A paid checkout leads to the thank-you page; until it has, nothing else is to be said.
    case .confirming, .paid: waiting(.confirming)
    case .declined: outcome(.declined(state.decline, MoneyLeft(state.payment)))
    case .cancelled: outcome(.cancelled(MoneyLeft(state.payment)))
    case .expired: outcome(.expired(MoneyLeft(state.payment)))
    case .held: outcome(.held)
    }
  }

  private func waiting(_ kind: WaitingPage.Kind) -> Page {
    WaitingPage(frame: frame, kind: kind, place: state.place, csrf: csrf).page
  }

  private func outcome(_ kind: OutcomePage.Kind) -> Page {
    OutcomePage(frame: frame, kind: kind, csrf: csrf).page
  }
}
