import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP

extension CheckoutSession {
  /// The session's state. The money is the charge's.
  /// - Parameters:
  ///   - shipping: The order's rule; nil if nothing is delivered.
  ///   - secret: The key of the digest of the buyer's selection.
  func observation(_ shipping: ShippingRule?, secret: String) -> Observation {
    Observation(
      sessionReference: checkoutSessionId,
      session: sessionState,
      selection: selection(shipping, secret: secret),
      asked: paymentDetails?.chargeAmount?.money,
      paymentPage: webCheckoutDetails?.amazonPayRedirectUrl)
  }

  private var sessionState: Observation.Session {
    switch state {
    case .known(.open): .open
    case .known(.completed): .completed
    case .known(.canceled): .ended(end)
    case .unknown: .unrecognised(state.printable)
    }
  }

  /// An unknown reason counts as Amazon's.
  private var end: SessionEnd {
    switch statusDetails.reason?.known {
    case .buyerCanceled: .cancelledByBuyer
    case .declined: .declined(.paymentMethodRefused)
    case .expired: .expired
    case .amazonCanceled, nil: .cancelledByProvider
    }
  }

  /// The buyer's selection; nil until it is complete.
  private func selection(_ shipping: ShippingRule?, secret: String) -> Selection? {
    guard state == .known(.open), let buyer, shipping == nil || shippingAddress != nil else { return nil }
    let address = shippingAddress
    let destination: [String?] = [
      buyer.buyerId, buyer.name, buyer.email, buyer.phoneNumber, address?.name, address?.addressLine1,
      address?.addressLine2, address?.addressLine3, address?.city, address?.county, address?.district,
      address?.stateOrRegion, address?.postalCode, address?.countryCode, address?.phoneNumber,
    ]
    return Selection(
      destination: destination, paymentDescriptor: descriptor, address: address.map { AddressBody($0) },
      shipping: shipping, secret: secret)
  }

  private var descriptor: String? { paymentPreferences.lazy.compactMap(\.paymentDescriptor).first }

  /// The buyer's data, which are stored in an erasable table.
  var details: BuyerDetails? {
    guard let buyer else { return nil }
    return BuyerDetails(
      buyer: BuyerBody(name: buyer.name, email: buyer.email, phone: buyer.phoneNumber),
      shippingAddress: shippingAddress.map { AddressBody($0) },
      paymentDescriptor: descriptor)
  }

  var remarks: [String] {
    var remarks: [String] = []
    if case .unknown = state { remarks.append("Amazon Pay names an unknown session state: \(state.printable).") }
    if state == .known(.canceled), statusDetails.reason?.known == nil {
      remarks.append("Amazon Pay canceled the session for an unknown reason: \(statusDetails.reason?.printable ?? "").")
    }
    return remarks + [paymentDetails?.chargeAmount?.remark].compactMap(\.self)
  }
}

extension AddressBody {
  init(_ address: AmazonPayAddress) {
    self.init(
      name: address.name,
      lines: [address.addressLine1, address.addressLine2, address.addressLine3].compactMap(\.self),
      city: address.city ?? address.district,
      region: [address.stateOrRegion, address.county].compactMap(\.self).first { !$0.isEmpty },
      postalCode: address.postalCode,
      country: address.countryCode,
      phone: address.phoneNumber)
  }
}

extension Price {
  /// A remark for the timeline, unless the amount is written exactly.
  var remark: String? { WrittenAmount(amount, currencyCode).remark(of: "Amazon Pay") }
}

extension Charge {
  /// The state of the money; nil if an amount that matters is missing. Amounts that cannot be read are those that the checkout
  /// leads to expect.
  func observation(_ checkout: Checkout) -> ChargeObservation? {
    var observation = amounts(checkout)
    observation?.changedAt = statusDetails.lastUpdated ?? creationTimestamp
    observation?.unreadable = prices.first { $0.money == nil }.map { WrittenAmount($0.amount, $0.currencyCode).text }
    return observation
  }

  private var prices: [Price] { [chargeAmount, captureAmount, refundedAmount].compactMap(\.self) }

  private func amounts(_ checkout: Checkout) -> ChargeObservation? {
    guard let price = chargeAmount, let amount = price.money ?? checkout.agreed?.total else { return nil }
    let zero = Money.zero(amount.currency)
    let known = checkout.payment
    let asked = known?.current.flatMap { $0.kind == .capture ? $0.amount : nil }
    let before = known.flatMap { $0.captured.isPositive ? $0.captured : nil }
    let captured = captureAmount.map { $0.money ?? asked ?? before ?? amount } ?? zero
    let refunded = refundedAmount.map { $0.money ?? known?.refunded ?? zero } ?? zero
    switch state {
    case .known(.authorizationInitiated): return observation(.pending, zero, zero, zero)
    case .known(.declined): return observation(.declined(DeclineReason(statusDetails.reason?.text)), zero, zero, zero)
    case .known(.authorized): return observation(.authorized, amount, zero, zero)
    case .known(.captureInitiated): return observation(.capturing, amount, zero, zero)
    case .known(.captured):
      // A captured charge has a captured amount.
      return captureAmount == nil ? nil : observation(.captured, amount, captured, refunded)
    case .known(.canceled): return observation(.voided, amount, zero, zero)
    case .unknown: return observation(.unrecognised(state.printable), zero, captured, refunded)
    }
  }

  var remarks: [String] {
    let remarks = prices.compactMap(\.remark)
    if case .unknown = state { return remarks + ["Amazon Pay names an unknown charge state: \(state.printable)."] }
    return remarks
  }

  private func observation(
    _ state: ChargeObservation.State, _ authorized: Money, _ captured: Money, _ refunded: Money
  ) -> ChargeObservation {
    ChargeObservation(
      reference: chargeId, state: state, authorized: authorized, captured: captured, refunded: refunded,
      lapsesAt: state == .authorized ? lapsesAt : nil, release: state == .voided ? release : nil)
  }

  /// 30 days after creation (Amazon's documentation of the charge object).
  private var lapsesAt: Moment? { expirationTimestamp ?? creationTimestamp.map { $0 + .seconds(30 * 86_400) } }

  private var release: Payment.Release {
    switch statusDetails.reason?.known {
    case .merchantCanceled, .chargePermissionCanceled: .byMerchant
    case .buyerCanceled: .byBuyer
    case .expiredUnused: .lapsed
    case .amazonCanceled, .softDeclined, .hardDeclined, .amazonRejected, .processingFailure, .transactionTimedOut, nil:
      .byProvider
    }
  }
}

extension DeclineReason {
  /// An error's reason code, or a declined charge's reason: for declines they are the same.
  init(_ reason: String?) {
    switch reason {
    case "SoftDeclined", "HardDeclined": self = .paymentMethodRefused
    case "TransactionTimedOut": self = .timedOut
    default: self = .refused
    }
  }
}
