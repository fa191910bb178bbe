import FerryCore
import FerryWeb

/// What the shop knows of one browser.
public struct Session: Codable, Sendable, Hashable {
  var cart = Cart()
  /// What the buyer last tried to buy and has not paid.
  var order: ShopOrder?
  /// The checkout that the buyer is in or was in last; nil before the first and after a paid one.
  var checkout: StartedCheckout?
  /// The last order that was paid.
  var receipt: Receipt?

  init() {}

  /// Where a buyer belongs who is in no checkout.
  var afterCheckout: Link { receipt != nil && cart.isEmpty ? "/thanks" : "/" }
}

/// The checkout that a session is in.
struct StartedCheckout: Codable, Sendable, Hashable {
  /// The Idempotency-Key of its creation, kept before it is sent, so that a repeated press creates nothing new.
  var key: String
  var order: ShopOrder
  /// The app that the shop's pages stand in, and what it has given to be recognised by; nil in a browser.
  var app: AppBody?
  /// Its id at Ferry, once known.
  var id: String?
  /// The review that the buyer saw last.
  var seen: SeenReview?
  /// The review that the buyer saw before that one; nil when there was none.
  var earlier: EarlierReview?
}

/// What the buyer set out to buy. It keeps its reference over all attempts to pay for it, so that Ferry sees that they are
/// attempts at one order and takes the money once.
struct ShopOrder: Codable, Sendable, Hashable {
  /// The shop's own name for it.
  var reference: String
  var cart: Cart
}

/// What the buyer may be shown of a paid order for as long as the session lives.
struct Receipt: Codable, Sendable, Hashable {
  let orderNumber: String
  let total: Money?
}

extension Session {
  /// What pressing the pay button leads to.
  enum Start: Equatable, Sendable {
    /// The cart is empty.
    case nothing
    /// To be created, or created but not known to be.
    case create(StartedCheckout)
    /// There is one already; whether it can be gone on with is for Ferry to say.
    case resume(StartedCheckout, id: String)
  }

  /// Begins a checkout of the cart, or finds the one that is begun.
  /// - Parameters:
  ///   - key: The Idempotency-Key of a new one.
  ///   - reference: The name of a new order, if the cart has become one.
  ///   - app: The app that the page stands in. What was begun elsewhere cannot be gone on with here.
  mutating func start(key: String, reference: String, app: AppBody? = nil) -> Start {
    if let checkout, checkout.app?.id == app?.id {
      let isOfSameChallenge = checkout.app?.challenge == app?.challenge
      // An app that asks with the same challenge again has not got what it was to be handed: only a creation hands it out,
      // and repeating one creates nothing new. With another challenge a creation whose answer was lost is of no use to it:
      // what it would be handed belongs to the challenge before.
      switch checkout.id {
      case let id? where app == nil || !isOfSameChallenge: return .resume(checkout, id: id)
      case nil where app != nil && !isOfSameChallenge: break
      case nil, _?: return .create(checkout)
      }
    }
    guard !cart.isEmpty else { return .nothing }
    let order = order.flatMap { $0.cart == cart ? $0 : nil } ?? ShopOrder(reference: reference, cart: cart)
    let started = StartedCheckout(key: key, order: order, app: app)
    self.order = order
    checkout = started
    return .create(started)
  }

  /// Ferry has created the checkout.
  mutating func created(key: String, id: String) {
    if checkout?.key == key { checkout?.id = id }
  }

  /// The buyer is shown a review. From now on it is compared with the one that they saw before.
  mutating func sees(_ review: SeenReview, key: String) {
    guard let last = checkout, last.key == key, last.seen != review else { return }
    checkout?.earlier = last.seen.map { EarlierReview(review: $0, isRefused: false) }
    checkout?.seen = review
  }

  /// The buyer pressed Buy, and the review had changed.
  /// - Parameter agreed: What they saw; nil when the form did not say it.
  mutating func refusedBuy(_ agreed: SeenReview?, now: SeenReview, id: String) {
    guard checkout?.id == id else { return }
    checkout?.earlier = EarlierReview(review: agreed, isRefused: true)
    checkout?.seen = now
  }

  /// The checkout is over without a payment, or was given up.
  mutating func forget(key: String) {
    if checkout?.key == key { checkout = nil }
  }

  /// The checkout is paid: what was bought leaves the cart. The second time it changes nothing.
  mutating func paid(key: String, _ paid: Receipt) {
    guard let started = checkout, started.key == key else { return }
    cart.subtract(started.order.cart)
    checkout = nil
    order = nil
    receipt = paid
  }
}
