import FerryCore

extension AmazonPayLedger {
  /// Complete Checkout Session: turns what the buyer confirmed into a charge permission and, by the intent, a charge.
  mutating func completeCheckoutSession(
    _ request: AmazonPayRequest, at now: Moment, _ randomness: some Randomness
  ) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    var session = try session(request.id, of: request.owner)
    let charged = try request.body["chargeAmount"]?.unlessNull.map { price throws(AmazonPayRefusal) in
      try Price.money(price, "chargeAmount")
    }
    let total = try request.body["totalOrderAmount"]?.unlessNull.map { price throws(AmazonPayRefusal) in
      try Price.money(price, "totalOrderAmount")
    }
    try checkCompletable(session)
    guard let intent = session.payment.intent, let agreed = session.payment.chargeAmount, let buyer = session.buyer,
      let card = session.card
    else { throw .invalidSessionStatus("The checkout session has constraints that are not resolved.") }
    guard let charged else { throw .missingValue("chargeAmount") }
    guard charged == agreed, total.map({ $0.currency == agreed.currency }) ?? true,
      (total ?? agreed).minorUnits >= agreed.minorUnits
    else {
      throw AmazonPayRefusal(409, "AmountMismatch", "The amounts differ from those of the checkout session.")
    }
    switch request.simulationCode {
    case "BuyerCanceled", "AmazonCanceled", "Declined":
      session.state = .canceled
      session.reason = StateReason(request.simulationCode ?? "", "Simulated.")
      session.updatedAt = now
      store(session)
      throw sessionCanceled(session)
    case "AuthorizationInitiated":
      guard session.allowsPending else { throw .invalidSimulation("AuthorizationInitiated") }
    default: break
    }

    var permission = newPermission(
      session, buyer, card, limit: total ?? session.orderAmount ?? agreed, at: now, randomness)
    var status = 200
    if intent != .confirm {
      let undecided = request.simulationCode == "AuthorizationInitiated" || isPending(card)
      guard !undecided || session.allowsPending else {
        throw AmazonPayRefusal(422, "TransactionTimedOut", "The authorization was not decided in time.")
      }
      var charge = newCharge(
        under: permission, amount: agreed, softDescriptor: session.payment.softDescriptor,
        metadata: session.merchantMetadata, providerReferenceID: session.echoed.providerReferenceID, at: now,
        randomness)
      if undecided {
        postpone(
          &charge, declineReason: card.simulation == .pendingThenDeclined ? "HardDeclined" : nil,
          capturesAtOnce: false, at: now)
        status = 202
      } else {
        authorize(&charge, at: now)
        if intent == .authorizeWithCapture { capture(&charge, agreed, at: now) }
      }
      permission.chargeIDs.append(charge.id)
      session.chargeID = charge.id
      store(permission)
      store(charge)
      chargeChanged(charge, at: now)
    } else {
      store(permission)
    }
    session.state = .completed
    session.chargePermissionID = permission.id
    session.updatedAt = now
    store(session)
    return (status, body(of: session, at: now))
  }

  private func checkCompletable(_ session: CheckoutSession) throws(AmazonPayRefusal) {
    switch session.state {
    case .canceled: throw sessionCanceled(session)
    case .completed:
      throw AmazonPayRefusal(422, rules.completedTwiceReason, "The checkout session has been completed already.")
    case .open:
      guard session.processing == .approved else {
        throw .invalidSessionStatus("The buyer has not confirmed the payment of this checkout session.")
      }
    }
  }

  private func sessionCanceled(_ session: CheckoutSession) -> AmazonPayRefusal {
    AmazonPayRefusal(
      rules.sessionCanceledStatus, "CheckoutSessionCanceled",
      "The checkout session was canceled: \(session.reason?.code ?? "unknown").")
  }

  private func isPending(_ card: TestCard) -> Bool {
    card.simulation == .pendingThenAuthorized || card.simulation == .pendingThenDeclined
  }

  private mutating func newPermission(
    _ session: CheckoutSession, _ buyer: TestBuyer, _ card: TestCard, limit: Money, at now: Moment,
    _ randomness: some Randomness
  ) -> ChargePermission {
    let isExtended = session.payment.extendExpiration == true || session.chargePermissionType == "Recurring"
    let permission = ChargePermission(
      id: permissionID(session.owner, randomness), owner: session.owner, sessionID: session.id, createdAt: now,
      expiresAt: now + (isExtended ? rules.extendedPermissionLifetime : rules.permissionLifetime), limit: limit,
      type: session.chargePermissionType, recurringMetadata: session.echoed.recurringMetadata,
      platformID: session.echoed.platformID, productType: session.productType, scopes: session.scopes,
      allowsOvercharge: session.payment.allowOvercharge == true, buyer: buyer, address: session.address, card: card,
      updatedAt: now, merchantMetadata: session.merchantMetadata)
    deadlines.add(.permissionExpires(permission.id), at: permission.expiresAt)
    return permission
  }

  /// "S03-1234567-1234567": S for sandbox or P, the region's digits, two random groups.
  private func permissionID(_ owner: Owner, _ randomness: some Randomness) -> String {
    let letter = owner.environment == .sandbox ? "S" : "P"
    let region = merchant(of: owner)?.region ?? .japan
    while true {
      let id =
        "\(letter)\(region.identifierDigits)-\(randomness.text(7, of: Self.digits))"
        + "-\(randomness.text(7, of: Self.digits))"
      if permissions[id] == nil { return id }
    }
  }
}
