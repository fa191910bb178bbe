import FerryCore
import FerrySandbox

extension Ledger {
  /// Complete Checkout Session: creates a charge permission and, depending on the intent, a charge.
  mutating func completeCheckoutSession(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    var session = try session(request.id, of: request.owner)
    func amount(_ name: String) throws(APIRefusal) -> Money? {
      try request.body[name]?.unlessNull.map { price throws(APIRefusal) in try Price.money(price, name) }
    }
    let (charged, total) = (try amount("chargeAmount"), try amount("totalOrderAmount"))
    try checkOpen(session)
    guard session.processing == .approved else {
      throw .invalidSessionStatus("The buyer has not confirmed the payment of this checkout session.")
    }
    guard let intent = session.payment.intent, let buyer = session.buyer, let card = session.card,
      session.payment.chargeAmount != nil || session.isSetupOnly
    else { throw .invalidSessionStatus("The checkout session has constraints that are not resolved.") }
    let agreed = session.payment.chargeAmount
    guard charged != nil || session.isSetupOnly else { throw .missingValue("chargeAmount") }
    guard charged == nil || charged == agreed else { throw .amountMismatch }
    if let total, let agreed {
      guard total.currency == agreed.currency, total.minorUnits >= agreed.minorUnits else { throw .amountMismatch }
    }
    switch request.simulationCode {
    case "BuyerCanceled", "AmazonCanceled", "Declined":
      cancel(&session, StateReason(request.simulationCode ?? "", "Simulated."), at: now)
      throw sessionCanceled(session)
    case "AuthorizationInitiated":
      guard session.allowsPending else { throw .invalidSimulation("AuthorizationInitiated") }
    default: break
    }
    let status = try conclude(
      &session, intent, buyer, card, total: total, isForcedPending: request.simulationCode == "AuthorizationInitiated",
      at: now)
    return (status, body(of: session, at: now))
  }

  /// Creates the charge permission and, depending on the intent, the charge, and completes the session.
  /// - Returns: The HTTP status: 202 while the charge is pending.
  mutating func conclude(
    _ session: inout CheckoutSession, _ intent: CheckoutSession.Intent, _ buyer: TestBuyer, _ card: TestCard,
    total: Money?, isForcedPending: Bool, at now: Moment
  ) throws(APIRefusal) -> Int {
    let isUndecided = isForcedPending || card.simulation.isPending
    guard intent == .confirm || !isUndecided || session.allowsPending else { throw .timedOut }
    var permission: ChargePermission
    if let id = session.chargePermissionID {
      permission = try self.permission(id, of: session.owner)
      if intent != .confirm, let agreed = session.payment.chargeAmount {
        try checkChargeable(permission, agreed, at: now)
      }
    } else {
      permission = newPermission(session, buyer, card, limit: limit(session, total), at: now)
    }
    var status = 200
    if intent != .confirm, let agreed = session.payment.chargeAmount {
      var charge = newCharge(
        under: permission, amount: agreed, softDescriptor: session.payment.softDescriptor,
        metadata: session.merchantMetadata, providerReferenceID: session.echoed.providerReferenceID, at: now)
      if isUndecided {
        postpone(
          &charge,
          // A code in the header takes precedence over the card ("Use Sandbox simulations").
          declineReason: !isForcedPending && card.simulation == .pendingThenDeclined ? "HardDeclined" : nil,
          capturesAtOnce: false, at: now)
        status = 202
      } else {
        authorize(&charge, at: now)
        if intent == .authorizeWithCapture { capture(&charge, agreed, at: now) }
      }
      permission.chargeIDs.append(charge.id)
      session.chargeID = charge.id
      store(permission)
      update(charge, at: now)
    } else {
      store(permission)
    }
    session.state = .completed
    session.chargePermissionID = permission.id
    session.updatedAt = now
    store(session)
    return status
  }

  /// The limit of a permission: the order's amount; for recurring charges, the amount of a period; for a saved wallet, the
  /// largest charge.
  private func limit(_ session: CheckoutSession, _ total: Money?) -> Money {
    let order = total ?? session.orderAmount
    let currency = order?.currency ?? merchant(of: session.owner)?.region.currency ?? .jpy
    switch session.chargePermissionType {
    case "PaymentMethodOnFile": return Price.ceiling(currency)
    case "Recurring":
      let price = session.echoed.recurringMetadata["amount"]?.unlessNull
      return price.flatMap { try? Price.money($0, "recurringMetadata.amount") } ?? order ?? Price.ceiling(currency)
    default: return order ?? .zero(currency)
    }
  }

  private func checkOpen(_ session: CheckoutSession) throws(APIRefusal) {
    switch session.state {
    case .canceled: throw sessionCanceled(session)
    case .completed: throw .invalidSessionStatus("The checkout session has been completed already.")
    case .open: break
    }
  }

  private func sessionCanceled(_ session: CheckoutSession) -> APIRefusal {
    // One integration lists 400, another 422.
    APIRefusal(
      422, "CheckoutSessionCanceled",
      "The checkout session was canceled: \(session.reason?.code ?? "unknown").")
  }

  private mutating func newPermission(
    _ session: CheckoutSession, _ buyer: TestBuyer, _ card: TestCard, limit: Money, at now: Moment
  ) -> ChargePermission {
    let isExtended = session.payment.extendExpiration == true || session.chargePermissionType == "Recurring"
    let permission = ChargePermission(
      id: permissionID(session.owner), owner: session.owner, sessionID: session.id, createdAt: now,
      expiresAt: now + (isExtended ? rules.extendedPermissionLifetime : rules.permissionLifetime), limit: limit,
      type: session.chargePermissionType, recurringMetadata: session.echoed.recurringMetadata,
      platformID: session.echoed.platformID, productType: session.productType, scopes: session.scopes,
      allowsOvercharge: session.payment.allowOvercharge == true, buyer: buyer, address: session.address, card: card,
      updatedAt: now, merchantMetadata: session.merchantMetadata)
    deadlines.add(.permissionExpires(permission.id), at: permission.expiresAt)
    return permission
  }

  /// "S03-1234567-1234567": S for sandbox or P, the region's digits, two random groups.
  private func permissionID(_ owner: Owner) -> String {
    let letter = owner.environment == .sandbox ? "S" : "P"
    let region = merchant(of: owner)?.region ?? .japan
    while true {
      let id =
        "\(letter)\(region.identifierDigits)-\(randomness.text(7, of: Self.digits))"
        + "-\(randomness.text(7, of: Self.digits))"
      if permissions[id] == nil { return id }
    }
  }

  /// Finalize Checkout Session: sets address and amounts and completes in one request, without the processing page. The
  /// card decides here.
  mutating func finalizeCheckoutSession(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    var session = try session(request.id, of: request.owner)
    try checkOpen(session)
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
    let names = ["chargeAmount", "totalOrderAmount", "paymentIntent", "canHandlePendingAuthorization"]
    let payment = (request.body.members ?? []).filter { names.contains($0.name) && !$0.value.isNull }
    let agreed = session.payment.chargeAmount
    try merge(payment: .object(payment), into: &session)
    if let agreed, session.payment.chargeAmount != agreed { throw .amountMismatch }
    guard let intent = session.payment.intent else { throw .missingValue("paymentIntent") }
    guard session.payment.chargeAmount != nil || session.isSetupOnly else { throw .missingValue("chargeAmount") }
    guard let buyer = session.buyer, let card = session.card, session.hasBuyer else {
      throw .invalidSessionStatus("No buyer is associated with the checkout session.")
    }
    switch card.simulation {
    case .success, .pendingThenAuthorized, .pendingThenDeclined: break
    case .declined: throw .declined("HardDeclined")
    case .buyerCancels:
      cancel(&session, .buyerCanceled, at: now)
      throw sessionCanceled(session)
    }
    let status = try conclude(
      &session, intent, buyer, card, total: session.payment.totalOrderAmount, isForcedPending: false, at: now)
    return (status, withCartDetails(body(of: session, at: now)))
  }

  /// Only the answer of Finalize has `cartDetails`, after the payment details (test suite of the official Node.js client).
  private func withCartDetails(_ body: JSONValue) -> JSONValue {
    guard let members = body.members else { return body }
    return .object(
      members.flatMap { member in
        member.name == "paymentDetails" ? [member, JSONValue.Member(name: "cartDetails", value: nil)] : [member]
      })
  }
}
