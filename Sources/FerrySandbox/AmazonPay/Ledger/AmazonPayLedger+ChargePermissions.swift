import FerryCore

extension AmazonPayLedger {
  mutating func updateChargePermission(
    _ request: AmazonPayRequest, at now: Moment
  ) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    var permission = try permission(request.id, of: request.owner)
    guard permission.closed == nil else {
      throw AmazonPayRefusal(422, "ChargePermissionNotModifiable", "The charge permission is Closed.")
    }
    permission.merchantMetadata.merge(request.body["merchantMetadata"]?.unlessNull)
    if let recurring = request.body["recurringMetadata"]?.unlessNull {
      guard permission.type == "Recurring" else {
        throw .invalidCombination("recurringMetadata is allowed with the charge permission type Recurring only.")
      }
      permission.recurringMetadata = recurring
      if let price = recurring["amount"]?.unlessNull {
        let limit = try Price.money(price, "recurringMetadata.amount")
        guard limit.currency == permission.currency else { throw .currencyMismatch(expected: permission.currency.code) }
        permission.limit = limit
      }
    }
    permission.updatedAt = now
    store(permission)
    return (200, body(of: permission, at: now))
  }

  mutating func closeChargePermission(
    _ request: AmazonPayRequest, at now: Moment
  ) throws(AmazonPayRefusal) -> (Int, JSONValue) {
    var permission = try permission(request.id, of: request.owner)
    try close(
      &permission,
      request.simulationCode == "AmazonClosed"
        ? StateReason("AmazonClosed", "Simulated.")
        : StateReason("MerchantClosed", request.body["closureReason"]?.text),
      cancelsCharges: request.body["cancelPendingCharges"]?.flag == true, at: now)
    return (200, body(of: permission, at: now))
  }

  mutating func close(
    _ permission: inout ChargePermission, _ reason: StateReason, cancelsCharges: Bool, at now: Moment
  ) throws(AmazonPayRefusal) {
    guard permission.closed == nil else {
      throw .invalidPermissionStatus("The charge permission is Closed already.")
    }
    if cancelsCharges {
      for id in permission.chargeIDs {
        guard var charge = charges[id], charge.state == .authorized || charge.state == .authorizationInitiated else {
          continue
        }
        cancel(&charge, StateReason("ChargePermissionCanceled", "The charge permission was closed."), at: now)
        store(charge)
      }
    }
    permission.closed = reason
    permission.updatedAt = now
    store(permission)
  }

  func chargesOf(_ permission: ChargePermission) -> [Charge] { permission.chargeIDs.compactMap { charges[$0] } }

  /// What can still be charged; where the limit is that of a period, in the present one.
  func balance(of permission: ChargePermission, at now: Moment) -> Money {
    let start = permission.isPeriodic ? permission.periodStart(at: now) : permission.createdAt
    let used = chargesOf(permission).filter { $0.createdAt >= start }.reduce(Int64(0)) { sum, charge in
      switch charge.state {
      case .captured:
        sum.addingClamped((rules.partialCaptureReleasesRest ? charge.captured : charge.amount).minorUnits)
      case .authorizationInitiated, .authorized, .captureInitiated:
        sum.addingClamped(rules.openChargesReduceBalance ? charge.amount.minorUnits : 0)
      case .canceled, .declined: sum
      }
    }
    return Money(minorUnits: permission.limit.minorUnits.subtractingClamped(used), permission.currency)
  }

  /// A charge has changed its state, and with it perhaps that of its permission.
  mutating func chargeChanged(_ charge: Charge, at moment: Moment) {
    guard var permission = permissions[charge.permissionID], permission.closed == nil else { return }
    permission.updatedAt = moment
    let captured = chargesOf(permission).reduce(Int64(0)) { $0.addingClamped($1.captured.minorUnits) }
    if rules.closesWhenFullyCaptured, permission.type == "OneTime", captured >= permission.limit.minorUnits {
      permission.closed = StateReason(rules.fullyCapturedReason, "The whole amount was captured.")
    }
    store(permission)
  }

  func body(of permission: ChargePermission, at now: Moment) -> JSONValue {
    let isShown = now < permission.createdAt + rules.buyerDataRetention
    return [
      "chargePermissionId": .string(permission.id),
      "chargePermissionReferenceId": nil,
      "platformId": JSONValue(permission.platformID),
      "buyer": isShown ? buyerBody(permission.buyer, permission.scopes) : .null,
      "shippingAddress": isShown
        ? shippingAddress(permission.address, permission.productType) : .null,
      "billingAddress": isShown
        ? billingAddress(permission.buyer, permission.owner, permission.productType, permission.scopes) : .null,
      "paymentPreferences": paymentPreferences(isShown ? permission.card : nil),
      "statusDetails": statusDetails(permission),
      "creationTimestamp": .string(AmazonTimestamp.text(permission.createdAt)),
      "expirationTimestamp": .string(AmazonTimestamp.text(permission.expiresAt)),
      "merchantMetadata": permission.merchantMetadata.body,
      "releaseEnvironment": .string(environmentName(permission.owner)),
      "limits": [
        "amountLimit": Price.body(permission.limit),
        "amountBalance": Price.body(balance(of: permission, at: now)),
      ],
      "chargePermissionType": .string(permission.type),
      "recurringMetadata": permission.recurringMetadata,
      "presentmentCurrency": .string(permission.currency.code),
    ]
  }

  func state(of permission: ChargePermission) -> (state: ChargePermission.State, reason: StateReason?) {
    if let closed = permission.closed { return (.closed, closed) }
    if let blocked = permission.blocked { return (.nonChargeable, blocked) }
    if !permission.isPeriodic, chargesOf(permission).contains(where: \.state.isOpen) {
      return (.nonChargeable, StateReason("ChargeInProgress", "A charge is in progress; cancel it first."))
    }
    return (.chargeable, nil)
  }

  private func statusDetails(_ permission: ChargePermission) -> JSONValue {
    let (state, reason) = state(of: permission)
    let reasons: JSONValue =
      reason.map {
        [["reasonCode": .string($0.code), "reasonDescription": JSONValue($0.description)]]
      } ?? .null
    return [
      "state": .string(state.rawValue), "reasons": reasons,
      "lastUpdatedTimestamp": .string(AmazonTimestamp.text(permission.updatedAt)),
    ]
  }
}
