import FerryCore
import FerrySandbox

/// The buyer's consent to be charged, up to an amount and for a time.
struct ChargePermission: Codable, Hashable, OwnedObject {
  enum State: String, Codable {
    case chargeable = "Chargeable"
    case nonChargeable = "NonChargeable"
    case closed = "Closed"
  }

  let id: String
  let owner: Owner
  let sessionID: String
  let createdAt: Moment
  let expiresAt: Moment
  /// The limit of all charges; unless the type is OneTime, the limit of each period.
  var limit: Money
  let type: String
  var recurringMetadata: JSONValue
  let platformID: String?
  let productType: CheckoutSession.ProductType
  let scopes: Set<String>
  let allowsOvercharge: Bool
  let buyer: TestBuyer
  let address: PostalAddress?
  let card: TestCard

  var updatedAt: Moment
  var merchantMetadata: MerchantMetadata
  var closed: StateReason?
  /// The reason why it cannot be charged although no charge is pending, such as PaymentMethodExpired.
  var blocked: StateReason?
  /// The state in the last notification.
  var announced: State?
  var chargeIDs: [String] = []

  var currency: Currency { limit.currency }
}

extension ChargePermission {
  /// True if the limit holds for each period, as for recurring charges and saved wallets.
  var isPeriodic: Bool { type != "OneTime" }

  /// The start of the period that contains a moment. Periods follow one another from the permission's creation: days, weeks
  /// of 7, months of 30 or years of 365 days. The default is one month.
  func periodStart(at moment: Moment) -> Moment {
    let frequency = recurringMetadata["frequency"]
    let value = frequency?["value"]?.wholeNumber ?? 1
    let days: Int64 =
      switch frequency?["unit"]?.text {
      case "Day": 1
      case "Week": 7
      case "Year": 365
      default: 30
      }
    let length = days * min(max(1, value), 1000) * 86_400_000
    let passed = max(0, moment.since(createdAt).wholeMilliseconds)
    return Moment(milliseconds: createdAt.milliseconds + passed / length * length)
  }
}

extension Ledger {
  mutating func updateChargePermission(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    var permission = try permission(request.id, of: request.owner)
    guard permission.closed == nil else {
      throw APIRefusal(422, "ChargePermissionNotModifiable", "The charge permission is Closed.")
    }
    permission.merchantMetadata.merge(request.body["merchantMetadata"]?.unlessNull)
    if let recurring = request.body["recurringMetadata"]?.unlessNull {
      guard permission.type == "Recurring" else {
        throw .invalidCombination("recurringMetadata is allowed with the charge permission type Recurring only.")
      }
      permission.recurringMetadata = recurring
      if let price = recurring["amount"]?.unlessNull {
        let limit = try Price.money(price, "recurringMetadata.amount")
        try require(permission.currency, of: limit)
        permission.limit = limit
      }
    }
    permission.updatedAt = now
    store(permission)
    return (200, body(of: permission, at: now))
  }

  mutating func closeChargePermission(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
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
  ) throws(APIRefusal) {
    guard permission.closed == nil else { throw .invalidPermissionStatus("The charge permission is Closed already.") }
    if cancelsCharges {
      for id in permission.chargeIDs {
        guard var charge = charges[id], charge.state.isUncaptured else { continue }
        cancel(&charge, StateReason("ChargePermissionCanceled", "The charge permission was closed."), at: now)
        store(charge)
      }
    }
    permission.closed = reason
    permission.updatedAt = now
    store(permission)
  }

  func requireOpen(_ permission: ChargePermission) throws(APIRefusal) {
    guard permission.closed == nil else { throw .invalidPermissionStatus("The charge permission is Closed.") }
  }

  func require(_ currency: Currency, of amount: Money) throws(APIRefusal) {
    guard amount.currency == currency else {
      throw APIRefusal(
        400, "CurrencyMismatch", "The currency must be \(currency.code), the currency of the charge permission.")
    }
  }

  func chargesOf(_ permission: ChargePermission) -> [Charge] { permission.chargeIDs.compactMap { charges[$0] } }

  /// The amount that can still be charged, of a periodic permission in the current period. Open charges reduce it; the rest
  /// of a partial capture can be charged again.
  func balance(of permission: ChargePermission, at now: Moment) -> Money {
    let start = permission.isPeriodic ? permission.periodStart(at: now) : permission.createdAt
    let used = chargesOf(permission).filter { $0.createdAt >= start }.reduce(Int64(0)) { sum, charge in
      sum.addingClamped((charge.state.isOpen ? charge.amount : charge.captured).minorUnits)
    }
    return Money(minorUnits: permission.limit.minorUnits.subtractingClamped(used), permission.currency)
  }

  /// Stores a charge after a change, and updates its permission.
  mutating func update(_ charge: Charge, at moment: Moment) {
    store(charge)
    guard var permission = permissions[charge.permissionID], permission.closed == nil else { return }
    permission.updatedAt = moment
    let captured = chargesOf(permission).reduce(Int64(0)) { $0.addingClamped($1.captured.minorUnits) }
    if permission.type == "OneTime", captured >= permission.limit.minorUnits {
      permission.closed = StateReason("AmazonClosed", "The whole amount was captured.")
    }
    store(permission)
  }

  func body(of permission: ChargePermission, at now: Moment) -> JSONValue {
    let isShown = now < permission.createdAt + rules.buyerDataRetention
    let balance = balance(of: permission, at: now)
    return .object(all: [
      "chargePermissionId": permission.id, "chargePermissionReferenceId": nil, "platformId": permission.platformID,
      "buyer": isShown ? buyerBody(permission.buyer, permission.scopes) : nil,
      "shippingAddress": isShown ? shippingAddress(permission.address, permission.productType) : nil,
      "billingAddress": isShown
        ? billingAddress(permission.buyer, permission.owner, permission.productType, permission.scopes) : nil,
      "paymentPreferences": paymentPreferences(isShown ? permission.card : nil),
      "statusDetails": statusDetails(permission), "creationTimestamp": AmazonTimestamp.text(permission.createdAt),
      "expirationTimestamp": AmazonTimestamp.text(permission.expiresAt),
      "merchantMetadata": permission.merchantMetadata.body, "releaseEnvironment": environmentName(permission.owner),
      "limits": ["amountLimit": permission.limit.json, "amountBalance": balance.json] as JSONValue,
      "chargePermissionType": permission.type, "recurringMetadata": permission.recurringMetadata,
      "presentmentCurrency": permission.currency.code,
    ])
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
    return .object(all: [
      "state": state.rawValue,
      "reasons": reason.map {
        [.object(all: ["reasonCode": $0.code, "reasonDescription": $0.description])] as JSONValue
      },
      "lastUpdatedTimestamp": AmazonTimestamp.text(permission.updatedAt),
    ])
  }

  /// Create Delivery Tracker: answers with the request.
  func createDeliveryTracker(_ request: APIRequest) throws(APIRefusal) -> (Int, JSONValue) {
    guard rules.offersDeliveryTrackers else { throw .notEnabled }
    let permissionID = request.body["chargePermissionId"]?.text
    let referenceID = request.body["amazonOrderReferenceId"]?.text
    guard let id = permissionID ?? referenceID else { throw .missingValue("chargePermissionId") }
    guard permissionID == nil || referenceID == nil else {
      throw .invalidCombination("Either chargePermissionId or amazonOrderReferenceId is allowed.")
    }
    _ = try permission(id, of: request.owner)
    guard let details = request.body["deliveryDetails"]?.elements, !details.isEmpty else {
      throw .missingValue("deliveryDetails")
    }
    let body = JSONValue.object(all: [
      "amazonOrderReferenceId": referenceID, "chargePermissionId": permissionID,
      "deliveryDetails": details.map { details -> JSONValue in
        .object(all: ["trackingNumber": details["trackingNumber"], "carrierCode": details["carrierCode"]])
      },
    ])
    return (200, body)
  }
}
