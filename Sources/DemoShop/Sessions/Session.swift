import FerryCore
import FerryWeb

/// The shop's data about one browser.
public struct Session: Codable, Sendable, Hashable {
  var cart = Cart()
  /// The last order that is not paid.
  var order: ShopOrder?
  /// The present or last checkout; nil before the first and after a paid one.
  var checkout: StartedCheckout?
  var receipt: Receipt?
  /// Cancelled orders that can still be paid, beside a cart without their products. Nil before the first.
  private var undecided: [StartedCheckout]?
  /// The buyer and the address that they wrote last, complete or not.
  var delivery: Delivery?
  /// The shop's lasting id of the buyer for providers: random, and stored at the first use.
  private var customer: String?

  init() {}

  /// - Parameter new: The id of a buyer who has none yet.
  mutating func customer(orNew new: String) -> String {
    let id = customer ?? new
    customer = id
    return id
  }

  var setAside: [StartedCheckout] { undecided ?? [] }

  /// The page for a buyer without a checkout.
  var afterCheckout: Link { receipt != nil && cart.isEmpty ? "/thanks" : "/" }
}

struct StartedCheckout: Codable, Sendable, Hashable {
  /// The Idempotency-Key of its creation, stored before it is sent, so that a repeated press creates nothing new.
  var key: String
  var order: ShopOrder
  var account: ProviderAccount
  /// The id of the payment option; nil for the provider's usual button.
  var option: String?
  /// The app whose web view shows the pages, with its challenge; nil in an ordinary browser.
  var app: AppBody?
  /// Its id at Ferry, once known.
  var id: String?
  var seen: SeenReview?
  /// The review that the buyer saw before that one.
  var earlier: EarlierReview?

  var button: PayButton { PayButton(account: account, option: option) }

  var purchase: Purchase { Purchase(button: button, catalogue: order.catalogue, delivery: order.delivery) }
}

/// The former review, for the list of differences on the review page.
struct EarlierReview: Codable, Hashable, Sendable {
  /// Nil if the form did not name the review that the buyer saw.
  let review: SeenReview?
  /// The buyer pressed Buy after the review had changed.
  let isRefused: Bool
}

/// The order that the buyer wants to pay. Its reference is the same in all attempts to pay, so that Ferry takes the money
/// once.
struct ShopOrder: Codable, Sendable, Hashable {
  var reference: String
  var cart: Cart
  /// The id of the catalogue that it is priced by.
  var catalogue: String
  /// The address, if the shop asks for it.
  var delivery: Delivery?
}

/// The pay button, the prices and the address that the buyer wants to pay the cart with.
struct Purchase: Sendable, Hashable {
  var button: PayButton
  var catalogue: String
  /// Nil if the buyer selects it at the provider.
  var delivery: Delivery?
}

/// The part of a paid order that the session keeps for the thank-you page.
struct Receipt: Codable, Sendable, Hashable {
  let orderNumber: String
  let total: Money?
  /// True if the total is authorized and not captured yet; nil otherwise.
  var isReserved: Bool?
  /// The means of payment: "Visa · Banco de Prueba". Nil if the provider does not name it.
  var method: String?
  /// The number of the bank's authorization.
  var authorizationCode: String?
  /// The checkout's id at Ferry, which keeps the items and, until it is erased, the address that was selected at the provider.
  var checkout: String?
  /// The order as the shop made it; nil if it is not known.
  var order: ShopOrder?
}

extension Receipt {
  /// Of an order that cost nothing, which the shop finishes without Ferry.
  init(free order: ShopOrder, _ currency: Currency) {
    self.init(orderNumber: String(order.reference.prefix(8)), total: .zero(currency))
  }

  var isFree: Bool { total?.isZero ?? false }

  init(orderNumber: String, total: Money?, _ payment: PaymentBody?, checkout: String) {
    self.init(orderNumber: orderNumber, total: total, checkout: checkout)
    let method = [payment?.method?.name ?? payment?.method?.code, payment?.method?.issuer].compactMap { $0 }
    self.method = method.isEmpty ? nil : method.joined(separator: " · ")
    authorizationCode = payment?.authorizationCode
    if payment?.shownStatus == .reserved { isReserved = true }
  }
}

extension PaymentBody {
  enum ShownStatus {
    case paid
    /// Authorized, and not captured yet.
    case reserved
    /// Voided or expired: nothing was charged.
    case released
    /// Charged, and given back.
    case refunded
    /// A dispute claims the money, or has taken it.
    case disputed
  }

  /// The status that the buyer reads. The shop ships what is `paid` or `reserved`.
  var shownStatus: ShownStatus {
    let isDisputed = (disputes ?? []).contains { $0.isOpen || $0.state == DisputeState.lost.rawValue }
    if kept.isPositive { return isDisputed ? .disputed : .paid }
    if capturable.isPositive { return .reserved }
    return captured.isPositive ? .refunded : .released
  }

  /// The captured amount without refunds. If the amounts cannot be subtracted, assume that nothing was refunded.
  var kept: Money { (try? captured.subtracting(refunded)) ?? captured }
}

extension Session {
  enum Start: Equatable, Sendable {
    case nothing
    /// The checkout has to be created, or its creation was not confirmed.
    case create(StartedCheckout)
    /// The session has a checkout; Ferry knows if it can continue.
    case resume(StartedCheckout, id: String)
  }

  /// Starts a checkout of the cart, or finds the session's checkout.
  /// - Parameter app: The app of the page. A checkout of another client cannot continue here.
  mutating func start(key: String, reference: String, purchase: Purchase, app: AppBody? = nil) -> Start {
    if let checkout, checkout.app?.id == app?.id {
      let isOfSameChallenge = checkout.app?.challenge == app?.challenge
      // An app that repeats its challenge has not received its handoff. Only a creation returns it, and repeating one with the
      // same key creates nothing new. An app with another challenge cannot use a creation whose answer was lost, because its
      // handoff belongs to the former challenge.
      switch checkout.id {
      case let id? where app == nil || !isOfSameChallenge: return .resume(checkout, id: id)
      case nil where app != nil && !isOfSameChallenge: break
      case nil, _?: return .create(checkout)
      }
    }
    guard !cart.isEmpty else { return .nothing }
    var order =
      order.flatMap { $0.cart == cart && $0.catalogue == purchase.catalogue ? $0 : nil }
      ?? ShopOrder(reference: reference, cart: cart, catalogue: purchase.catalogue)
    order.delivery = purchase.delivery
    let started = StartedCheckout(
      key: key, order: order, account: purchase.button.account, option: purchase.button.option, app: app)
    self.order = order
    checkout = started
    return .create(started)
  }

  mutating func created(key: String, id: String) { if checkout?.key == key { checkout?.id = id } }

  /// The checkout was cancelled, and another one of the same order takes its place. Only the first caller's key counts.
  mutating func replace(key: String, by newKey: String) {
    guard checkout?.key == key else { return }
    checkout?.key = newKey
    checkout?.id = nil
  }

  /// The buyer sees a review. The page compares it with the one that they saw before.
  mutating func sees(_ review: SeenReview, key: String) {
    guard let last = checkout, last.key == key, last.seen != review else { return }
    checkout?.earlier = last.seen.map { EarlierReview(review: $0, isRefused: false) }
    checkout?.seen = review
  }

  /// The buyer pressed Buy after the review had changed.
  /// - Parameter agreed: The review that they saw; nil if the form did not name it.
  mutating func refusedBuy(_ agreed: SeenReview?, now: SeenReview, id: String) {
    guard checkout?.id == id else { return }
    checkout?.earlier = EarlierReview(review: agreed, isRefused: true)
    checkout?.seen = now
  }

  /// The checkout ended without a payment, or was abandoned.
  mutating func forget(key: String) { if checkout?.key == key { checkout = nil } }

  /// The buyer has cancelled the checkout, which can still be paid, and pays another cart now.
  mutating func setAside(key: String) {
    guard let checkout, checkout.key == key else { return }
    undecided = setAside + [checkout]
    self.checkout = nil
  }

  /// The cart has products of that order again.
  mutating func takeUp(_ started: StartedCheckout) {
    guard checkout == nil, setAside.contains(started) else { return }
    checkout = started
    undecided?.removeAll { $0 == started }
  }

  /// These checkouts have ended.
  mutating func dropSetAside(_ ids: [String]) { undecided?.removeAll { ids.contains($0.id ?? "") } }

  /// The checkout is paid: its products leave the cart. A repeated call changes nothing.
  mutating func paid(key: String, _ paid: Receipt) {
    guard let started = checkout, started.key == key else { return }
    cart.subtract(started.order.cart)
    checkout = nil
    order = nil
    receipt = paid
    receipt?.order = started.order
  }
}
