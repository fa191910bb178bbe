import FerryCore

extension AmazonPayLedger {
  /// Finalize Checkout Session: what a page says that takes address and amounts in one go, without the processing page.
  /// The card decides here.
  mutating func finalizeCheckoutSession(
    _ request: AmazonPayRequest, at now: Moment, _ randomness: some Randomness
  ) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    var session = try session(request.id, of: request.owner)
    switch session.state {
    case .canceled: throw sessionCanceled(session)
    case .completed: throw .invalidSessionStatus("The checkout session has been completed already.")
    case .open: break
    }
    if let address = request.body["shippingAddress"]?.unlessNull {
      let postal = PostalAddress(address)
      guard session.productType == .payAndShip else {
        throw .invalidCombination("shippingAddress is not allowed with the product PayOnly.")
      }
      guard session.delivers(to: postal) else {
        throw .invalidValue("shippingAddress", "the delivery specifications exclude it")
      }
      session.address = postal
    }
    if let text = request.body["supplementaryData"]?.text { session.echoed.supplementaryData = text }
    var payment: [JSONValue.Member] = []
    for name in ["chargeAmount", "totalOrderAmount", "paymentIntent", "canHandlePendingAuthorization"] {
      if let value = request.body[name]?.unlessNull { payment.append(JSONValue.Member(name: name, value: value)) }
    }
    let agreed = session.payment.chargeAmount
    try merge(payment: .object(payment), into: &session)
    if let agreed, session.payment.chargeAmount != agreed { throw .amountMismatch }
    guard let intent = session.payment.intent else { throw .missingValue("paymentIntent") }
    guard session.payment.chargeAmount != nil || session.isSetupOnly else { throw .missingValue("chargeAmount") }
    guard let buyer = session.buyer, let card = session.card, session.hasBuyer else {
      throw .invalidSessionStatus("No buyer is associated with the checkout session.")
    }
    switch card.simulation {
    case .success: break
    case .pendingThenAuthorized, .pendingThenDeclined: break
    case .declined: throw AmazonPayRefusal(422, "HardDeclined", "The payment was declined.")
    case .buyerCancels:
      session.state = .canceled
      session.reason = StateReason("BuyerCanceled", "The buyer canceled the checkout.")
      session.updatedAt = now
      store(session)
      throw sessionCanceled(session)
    }
    let status = try conclude(
      &session, intent, buyer, card, total: session.payment.totalOrderAmount, isForcedPending: false, at: now,
      randomness)
    return (status, withCartDetails(body(of: session, at: now)))
  }
}

extension AmazonPayLedger {
  /// Only the answer of Finalize has `cartDetails`, after the payment details (test suite of the official Node.js client).
  private func withCartDetails(_ body: JSONValue) -> JSONValue {
    guard let members = body.members else { return body }
    return .object(
      members.flatMap { member in
        member.name == "paymentDetails" ? [member, JSONValue.Member(name: "cartDetails", value: nil)] : [member]
      })
  }
}

extension PostalAddress {
  /// As a request names it; trimmed, codes in capitals ("Additional payment button – address formatting and validation").
  init(_ body: JSONValue) {
    func part(_ name: String) -> String? {
      body[name]?.text.map { $0.trimmingSpaces() }.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      name: part("name"), addressLine1: part("addressLine1"), addressLine2: part("addressLine2"),
      addressLine3: part("addressLine3"), city: part("city"), county: part("county") ?? part("districtOrCounty"),
      district: part("district"), stateOrRegion: part("stateOrRegion"),
      postalCode: part("postalCode")?.uppercased(), countryCode: part("countryCode")?.uppercased(),
      phoneNumber: part("phoneNumber"))
  }
}
