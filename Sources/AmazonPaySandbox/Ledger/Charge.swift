import FerryCore
import FerrySandbox

/// One payment under a charge permission.
struct Charge: Codable, Hashable, OwnedObject {
  enum State: String, Codable {
    case authorizationInitiated = "AuthorizationInitiated"
    case authorized = "Authorized"
    case captureInitiated = "CaptureInitiated"
    case captured = "Captured"
    case canceled = "Canceled"
    case declined = "Declined"

    var isOpen: Bool {
      switch self {
      case .authorizationInitiated, .authorized, .captureInitiated: true
      case .captured, .canceled, .declined: false
      }
    }

    /// True if it can be canceled.
    var isUncaptured: Bool { self == .authorized || self == .authorizationInitiated }
  }

  struct Decision: Codable, Hashable {
    let due: Moment
    /// The reason of a decline; nil for success.
    let declineReason: String?
    let capturesAtOnce: Bool
  }

  let id: String
  let owner: Owner
  let permissionID: String
  let createdAt: Moment
  let expiresAt: Moment
  let amount: Money
  let channel: String?
  let initiator: String?
  let providerReferenceID: String?
  let platformID: String?
  let resultReturnURL: String?
  let merchantMetadata: MerchantMetadata

  var updatedAt: Moment
  var state: State
  var reason: StateReason?
  var authorizedAt: Moment?
  var decision: Decision?
  var softDescriptor: String?
  /// The requested amount. It is captured once the state says so.
  var captureAmount: Money?
  /// Completed refunds.
  var refunded: Money
  /// Refunds that are not declined.
  var refundIDs: [String] = []

  var captured: Money {
    guard state == .captured, let captureAmount else { return .zero(amount.currency) }
    return captureAmount
  }
}

extension Ledger {
  mutating func createCharge(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let capturesNow = request.body["captureNow"]?.flag ?? false
    let allowsPending = request.body["canHandlePendingAuthorization"]?.flag ?? false
    let softDescriptor = request.body["softDescriptor"]?.text
    if softDescriptor != nil, !capturesNow {
      throw .invalidCombination("softDescriptor is allowed with captureNow only.")
    }
    let amount = try Price.money(request.body["chargeAmount"] ?? .null, "chargeAmount")
    let resultURL = request.body["webCheckoutDetails"]?["checkoutResultReturnUrl"]?.text
    try checkURL(resultURL, "checkoutResultReturnUrl", request.owner)
    var permission = try permission(request.body["chargePermissionId"]?.text ?? "", of: request.owner)
    try checkChargeable(permission, amount, at: now)

    if let code = request.simulationCode, Self.chargeDeclines.contains(code) { throw .declined(code) }
    let pending = try pendingOutcome(request.simulationCode, permission.card, allowsPending)
    var metadata = permission.merchantMetadata
    metadata.merge(request.body["merchantMetadata"]?.unlessNull)
    var charge = newCharge(
      under: permission, amount: amount, softDescriptor: softDescriptor, metadata: metadata,
      providerReferenceID: request.body["providerMetadata"]?["providerReferenceId"]?.text,
      channel: request.body["channel"]?.text, initiator: request.body["chargeInitiator"]?.text,
      platformID: request.body["platformId"]?.text, resultReturnURL: resultURL, at: now)
    switch pending {
    case .decidedAtOnce:
      authorize(&charge, at: now)
      if request.simulationCode == "CaptureInitiated" {
        deferCapture(&charge, amount, at: now)
      } else if capturesNow {
        capture(&charge, amount, at: now)
      }
    case .undecided(let declineReason):
      postpone(&charge, declineReason: declineReason, capturesAtOnce: capturesNow, at: now)
    }
    permission.chargeIDs.append(charge.id)
    store(permission)
    update(charge, at: now)
    return (201, body(of: charge))
  }

  func checkChargeable(_ permission: ChargePermission, _ amount: Money, at now: Moment) throws(APIRefusal) {
    try requireOpen(permission)
    if let blocked = permission.blocked {
      throw .invalidPermissionStatus("The charge permission is NonChargeable: \(blocked.code).")
    }
    let charges = chargesOf(permission)
    guard permission.isPeriodic || !charges.contains(where: \.state.isOpen) else {
      throw .invalidPermissionStatus("The charge permission is NonChargeable: a charge is in progress.")
    }
    guard charges.count < rules.chargesPerPermission else {
      throw APIRefusal(422, "TransactionCountExceeded", "The charge permission has no charges left.")
    }
    try require(permission.currency, of: amount)
    let balance = balance(of: permission, at: now).minorUnits
    let extra = permission.allowsOvercharge ? Price.tolerance(on: permission.limit).minorUnits : 0
    guard amount.minorUnits <= balance.addingClamped(extra) else {
      if permission.isPeriodic {
        throw APIRefusal(
          400, "PeriodicAmountExceeded", "The amount is above what the charge permission has left in this period.")
      }
      throw .amountExceeded("The amount is above what the charge permission has left.")
    }
  }

  private enum Authorization {
    case decidedAtOnce
    case undecided(declineReason: String?)
  }

  private func pendingOutcome(
    _ code: String?, _ card: TestCard, _ allowsPending: Bool
  ) throws(APIRefusal) -> Authorization {
    if let code, let declineReason = rules.pendingChargeSimulations[code] {
      guard allowsPending else { throw .invalidSimulation(code) }
      return .undecided(declineReason: declineReason)
    }
    // A code in the header takes precedence over the card ("Use Sandbox simulations").
    guard code == nil else { return .decidedAtOnce }
    switch card.simulation {
    case .pendingThenAuthorized where allowsPending: return .undecided(declineReason: nil)
    case .pendingThenDeclined where allowsPending: return .undecided(declineReason: "HardDeclined")
    case .pendingThenAuthorized, .pendingThenDeclined: throw .timedOut
    case .declined, .buyerCancels: throw .declined("HardDeclined")
    case .success: return .decidedAtOnce
    }
  }

  mutating func captureCharge(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    var charge = try charge(request.id, of: request.owner)
    let amount = try Price.money(request.body["captureAmount"] ?? .null, "captureAmount")
    let status = try capture(
      &charge, amount, softDescriptor: request.body["softDescriptor"]?.text, simulation: request.simulationCode,
      at: now)
    return (status, body(of: charge))
  }

  /// Captures an authorized charge: at once, or for an old authorization with a delay.
  /// - Returns: The HTTP status, which differs in these cases.
  mutating func capture(
    _ charge: inout Charge, _ amount: Money, softDescriptor: String?, simulation: String?, at now: Moment
  ) throws(APIRefusal) -> Int {
    guard charge.state == .authorized else { throw .invalidStatus(of: charge, "captured") }
    try require(charge.amount.currency, of: amount)
    let allowsOvercharge = permissions[charge.permissionID]?.allowsOvercharge == true
    let extra = allowsOvercharge ? Price.tolerance(on: charge.amount).minorUnits : 0
    guard amount.minorUnits <= charge.amount.minorUnits.addingClamped(extra) else {
      throw .amountExceeded("The amount is above the charge's, which is \(charge.amount).")
    }
    switch simulation {
    case "ProcessingFailure": throw APIRefusal(500, "ProcessingFailure", "The capture could not be processed.")
    case "AmazonRejected":
      charge.state = .declined
      charge.reason = StateReason("AmazonRejected", "Simulated.")
      charge.updatedAt = now
      record(.released, charge.amount, charge, at: now)
      update(charge, at: now)
      throw APIRefusal(422, "AmazonRejected", "The capture was rejected.")
    default: break
    }
    charge.softDescriptor = softDescriptor.map { "AMZ*\($0)" } ?? charge.softDescriptor
    let authorizedAt = charge.authorizedAt ?? charge.createdAt
    let isDeferred = now > authorizedAt + rules.synchronousCapture || simulation == "CaptureInitiated"
    if isDeferred {
      deferCapture(&charge, amount, at: now)
    } else {
      capture(&charge, amount, at: now)
    }
    update(charge, at: now)
    return isDeferred ? 202 : 200
  }

  /// Update Charge: a payment service provider cancels a charge that it processes.
  mutating func updateCharge(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let reason = request.body["statusDetails"]?["reasonCode"]?.text ?? ""
    return try cancelUncaptured(
      request, StateReason(reason, "Updated by the payment service provider."), "updated", at: now)
  }

  mutating func cancelCharge(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let reason = StateReason("MerchantCanceled", request.body["cancellationReason"]?.text)
    return try cancelUncaptured(request, reason, "canceled", at: now)
  }

  /// Cancels an uncaptured charge.
  /// - Parameter action: For the message of a refusal.
  private mutating func cancelUncaptured(
    _ request: APIRequest, _ reason: StateReason, _ action: String, at now: Moment
  ) throws(APIRefusal) -> (Int, JSONValue) {
    var charge = try charge(request.id, of: request.owner)
    try cancelUncaptured(&charge, reason, action, at: now)
    return (200, body(of: charge))
  }

  mutating func cancelUncaptured(
    _ charge: inout Charge, _ reason: StateReason, _ action: String, at now: Moment
  ) throws(APIRefusal) {
    guard charge.state.isUncaptured else { throw .invalidStatus(of: charge, action) }
    cancel(&charge, reason, at: now)
    update(charge, at: now)
  }

  /// A new charge without a decision. The caller decides it, stores it and adds it to its permission.
  mutating func newCharge(
    under permission: ChargePermission, amount: Money, softDescriptor: String?, metadata: MerchantMetadata,
    providerReferenceID: String?, channel: String? = nil, initiator: String? = nil, platformID: String? = nil,
    resultReturnURL: String? = nil, at now: Moment
  ) -> Charge {
    let id = unusedID("\(permission.id)-C", in: charges)
    let charge = Charge(
      id: id, owner: permission.owner, permissionID: permission.id, createdAt: now,
      expiresAt: now + rules.authorizationLifetime, amount: amount, channel: channel, initiator: initiator,
      providerReferenceID: providerReferenceID, platformID: platformID ?? permission.platformID,
      resultReturnURL: resultReturnURL, merchantMetadata: metadata, updatedAt: now, state: .authorizationInitiated,
      softDescriptor: softDescriptor.map { "AMZ*\($0)" }, refunded: .zero(amount.currency))
    deadlines.add(.authorizationExpires(id), at: charge.expiresAt)
    return charge
  }

  mutating func authorize(_ charge: inout Charge, at moment: Moment) {
    charge.state = .authorized
    charge.authorizedAt = moment
    charge.updatedAt = moment
    record(.authorized, charge.amount, charge, at: moment)
  }

  mutating func capture(_ charge: inout Charge, _ amount: Money, at moment: Moment) {
    charge.state = .captured
    charge.captureAmount = amount
    charge.updatedAt = moment
    record(.captured, amount, charge, at: moment)
    if amount.minorUnits < charge.amount.minorUnits {
      let rest = Money(minorUnits: charge.amount.minorUnits - amount.minorUnits, amount.currency)
      record(.released, rest, charge, at: moment)
    }
  }

  mutating func postpone(_ charge: inout Charge, declineReason: String?, capturesAtOnce: Bool, at now: Moment) {
    let due = now + rules.pendingDuration
    charge.state = .authorizationInitiated
    charge.decision = Charge.Decision(due: due, declineReason: declineReason, capturesAtOnce: capturesAtOnce)
    deadlines.add(.chargeIsDecided(charge.id), at: due)
  }

  mutating func deferCapture(_ charge: inout Charge, _ amount: Money, at now: Moment) {
    let due = now + rules.pendingDuration
    charge.state = .captureInitiated
    charge.captureAmount = amount
    charge.updatedAt = now
    charge.decision = Charge.Decision(due: due, declineReason: nil, capturesAtOnce: false)
    deadlines.add(.chargeIsDecided(charge.id), at: due)
  }

  mutating func cancel(_ charge: inout Charge, _ reason: StateReason, at now: Moment) {
    if charge.state == .authorized { record(.released, charge.amount, charge, at: now) }
    charge.state = .canceled
    charge.reason = reason
    charge.decision = nil
    charge.updatedAt = now
  }

  func body(of charge: Charge) -> JSONValue {
    let hasCapture = charge.state == .captured || charge.state == .captureInitiated
    return .object(all: [
      "chargeId": charge.id, "chargePermissionId": charge.permissionID, "chargeAmount": charge.amount,
      "captureAmount": hasCapture ? charge.captureAmount : nil,
      "refundedAmount": charge.state == .captured ? charge.refunded : nil, "softDescriptor": charge.softDescriptor,
      "providerMetadata": .object(all: ["providerReferenceId": charge.providerReferenceID]) as JSONValue,
      "convertedAmount": nil, "conversionRate": nil, "channel": charge.channel, "chargeInitiator": charge.initiator,
      "statusDetails": statusDetails(charge.state.rawValue, charge.reason, charge.updatedAt),
      "creationTimestamp": AmazonTimestamp.text(charge.createdAt),
      "expirationTimestamp": AmazonTimestamp.text(charge.expiresAt),
      "releaseEnvironment": environmentName(charge.owner), "merchantMetadata": charge.merchantMetadata.body,
      "platformId": charge.platformID,
      "webCheckoutDetails": charge.resultReturnURL.map { ["checkoutResultReturnUrl": .string($0)] as JSONValue },
    ])
  }
}
