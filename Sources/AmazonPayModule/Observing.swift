import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP

extension CheckoutSession {
  /// The session's state. The money is the charge's.
  /// - Parameter secret: The key of the digest of the buyer's selection.
  func observation(ships: Bool, secret: String) -> Observation {
    Observation(
      sessionReference: checkoutSessionId,
      session: sessionState,
      selection: selection(ships: ships, secret: secret),
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
  private func selection(ships: Bool, secret: String) -> Selection? {
    guard state == .known(.open), let buyer, !ships || shippingAddress != nil else { return nil }
    let address = shippingAddress
    let destination: [String?] = [
      buyer.buyerId, buyer.name, buyer.email, buyer.phoneNumber, address?.name, address?.addressLine1,
      address?.addressLine2, address?.addressLine3, address?.city, address?.county, address?.district,
      address?.stateOrRegion, address?.postalCode, address?.countryCode, address?.phoneNumber,
    ]
    return Selection(
      destination: destination, paymentDescriptor: descriptor, region: address.flatMap { AddressBody($0).region },
      country: address?.countryCode, secret: secret)
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
    if let amount = paymentDetails?.chargeAmount, amount.money == nil {
      remarks.append("Amazon Pay names an amount that cannot be read.")
    }
    return remarks
  }
}

extension AddressBody {
  init(_ address: AmazonPayAddress) {
    self.init(
      name: address.name,
      lines: [address.addressLine1, address.addressLine2, address.addressLine3].compactMap(\.self),
      city: address.city ?? address.district,
      region: address.stateOrRegion ?? address.county,
      postalCode: address.postalCode,
      country: address.countryCode,
      phone: address.phoneNumber)
  }
}

extension Charge {
  /// The state of the money; nil if an amount that matters cannot be read.
  var observation: ChargeObservation? {
    var observation = amounts
    observation?.changedAt = statusDetails.lastUpdated ?? creationTimestamp
    return observation
  }

  private var amounts: ChargeObservation? {
    guard let amount = chargeAmount?.money else { return nil }
    let zero = Money.zero(amount.currency)
    guard let captured = Self.amount(captureAmount, else: zero), let refunded = Self.amount(refundedAmount, else: zero)
    else { return nil }
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
    if case .unknown = state { return ["Amazon Pay names an unknown charge state: \(state.printable)."] }
    return []
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

  private static func amount(_ price: Price?, else zero: Money) -> Money? { price.map(\.money) ?? zero }
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
