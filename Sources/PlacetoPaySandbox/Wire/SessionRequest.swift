import FerryCore
import FerrySandbox
import FerryWeb

/// The content of a request that creates a session or charges a token, checked against the rules of "Create session".
struct SessionRequest: Codable, Hashable, Sendable {
  enum Purpose: Codable, Hashable, Sendable {
    case payment(PaymentRequest)
    /// A hold, which the merchant captures later.
    case checkin(PaymentRequest)
    /// Saves a means of payment without a charge.
    case subscription(reference: String)
    /// Saves a means of payment for charges that PlacetoPay starts.
    case autopay(reference: String)
  }

  let purpose: Purpose
  /// Nil if the request has none, or a malformed one.
  let locale: String?
  /// As the request has it.
  let expiration: String?
  let returnURL: String
  let cancelURL: String?
  let buyer: Person?
  let payer: Person?
  let fields: FieldList
  /// The page offers only these codes; empty for all.
  let paymentMethods: [String]
  let skipsResult: Bool
  let fillsBuyer: Bool
  let requiresConfirmation: Bool
  /// Further members for the echo.
  private let origin: JSONValue
  private let rest: JSONValue

  var payment: PaymentRequest? {
    switch purpose {
    case .payment(let payment), .checkin(let payment): payment
    case .subscription, .autopay: nil
    }
  }

  var isCheckin: Bool { if case .checkin = purpose { true } else { false } }

  var reference: String {
    switch purpose {
    case .payment(let payment), .checkin(let payment): payment.reference
    case .subscription(let reference), .autopay(let reference): reference
    }
  }

  /// - Parameters:
  ///   - isCharge: True for a charge of a token, which has no page.
  ///   - now: By the shop's clock.
  init(_ body: JSONValue, isCharge: Bool = false, _ rules: Rules, at now: Moment) throws(APIRefusal) {
    let reader = try MemberReader(body)
    let type = try reader.choice("type", isCharge ? ["checkin"] : ["checkin", "autopay"])
    locale = reader["locale"]?.text.flatMap { $0.wholeMatch(of: /[a-z]{2}_[A-Z]{2}/) == nil ? nil : $0 }
    let ipAddress = try reader.text("ipAddress", 1...46)
    if let ipAddress, NetworkAddress(ipAddress) == nil { throw .invalid("ipAddress") }
    let userAgent = try reader.text("userAgent", 1...255)
    if !isCharge || rules.chargesNeedOrigin {
      _ = try reader.required("ipAddress", ipAddress)
      _ = try reader.required("userAgent", userAgent)
    }
    let returnURL = try reader.address("returnUrl")
    self.returnURL = isCharge ? returnURL ?? "" : try reader.required("returnUrl", returnURL)
    cancelURL = try reader.address("cancelUrl")
    expiration = try reader.text("expiration", 1...35)
    if let expiration {
      guard let moment = Timestamp.moment(expiration) else { throw .invalid("expiration") }
      if !isCharge, moment.since(now) < rules.leastLifetime { throw .expirationTooClose }
    }
    payer = try reader.object("payer").map { member throws(APIRefusal) in try Person(payer: member) }
    if isCharge, payer == nil { throw .invalidPayer }
    buyer = try reader.object("buyer").map { member throws(APIRefusal) in try Person(member, cutsData: true) }
    fields = try FieldList(reader)
    paymentMethods = try Self.methods(reader)
    skipsResult = try reader.flag("skipResult") ?? false
    fillsBuyer = try !(reader.flag("noBuyerFill") ?? false)
    let metadata = try reader.object("metadata")
    if let metadata { try Self.check(metadata) }
    requiresConfirmation = try metadata?.flag("requiresConfirmation") ?? false
    purpose = try Self.purpose(reader, type, usedFields: fields.fields.count, rules, at: now)
    origin = .object(present: ["ipAddress": ipAddress, "userAgent": userAgent])
    let (subscription, autopay): (JSONValue?, JSONValue?) =
      switch purpose {
      case .subscription: (reader["subscription"], .none)
      case .autopay: (.none, reader["autopay"])
      case .payment, .checkin: (.none, .none)
      }
    rest = try .object(present: [
      "type": type, "subscription": subscription, "autopay": autopay, "paymentMethod": reader["paymentMethod"],
      "skipResult": reader.flag("skipResult"), "noBuyerFill": reader.flag("noBuyerFill"),
      "captureAddress": reader.flag("captureAddress"), "metadata": metadata?.value,
    ])
    if requiresConfirmation, case .payment(let payment) = purpose, !payment.allowsPartial, payment.dispersion.isEmpty {
      return
    }
    if requiresConfirmation { throw .combination("requiresConfirmation", type ?? "allowPartial") }
  }

  private static func purpose(
    _ reader: MemberReader, _ type: String?, usedFields: Int, _ rules: Rules, at now: Moment
  ) throws(APIRefusal) -> Purpose {
    if type == "autopay" { return .autopay(reference: try autopay(reader)) }
    if let payment = try reader.object("payment") {
      let isCheckin = type == "checkin"
      let request = try PaymentRequest(payment, isCheckin: isCheckin, usedFields: usedFields, rules, at: now)
      return isCheckin ? .checkin(request) : .payment(request)
    }
    guard type == nil, let subscription = try reader.object("subscription") else { throw .invalid("payment") }
    _ = try subscription.text("description", 0...255)
    _ = try FieldList(subscription, besides: usedFields)
    return .subscription(reference: try PaymentRequest.reference(subscription))
  }

  private static func autopay(_ reader: MemberReader) throws(APIRefusal) -> String {
    let autopay = try reader.required("autopay", reader.object("autopay"))
    let action = try autopay.required("action", autopay.choice("action", ["CREATE", "EDIT"]))
    if action == "EDIT" { _ = try autopay.required("id", autopay.scalar("id", 1...64)) }
    if let day = try autopay.wholeNumber("dueDay", atLeast: 1), day > 28 { throw .invalid("autopay.dueDay") }
    if let recurring = try autopay.object("recurring") {
      let type = try recurring.required(
        "type", recurring.choice("type", ["FIXED", "MINIMUM_BALANCE", "TOTAL_BALANCE"]))
      if type == "FIXED" { _ = try RequestedAmount(autopay.required("amount", autopay.object("amount"))) }
    }
    return try PaymentRequest.reference(autopay)
  }

  private static func methods(_ reader: MemberReader) throws(APIRefusal) -> [String] {
    guard let text = try reader.text("paymentMethod"), !text.isEmpty else { return [] }
    guard text.wholeMatch(of: /[a-zA-Z0-9_]+(,[a-zA-Z0-9_]+)*/) != nil else { throw .invalid("paymentMethod") }
    return text.lowercased().split(separator: ",").map(String.init)
  }

  private static func check(_ metadata: MemberReader) throws(APIRefusal) {
    let kinds = [
      "COF", "RECURRING_VARIABLE_AMOUNT", "RECURRING_FIXED_AMOUNT", "WITH_INSTALLMENTS",
    ].flatMap { ["CARDHOLDER_\($0)", "MERCHANT_\($0)"] }
    _ = try metadata.choice("initiatorIndicator", ["AGENT"] + kinds)
    _ = try metadata.choice(
      "EBTDeliveryIndicator", ["DIRECT_DELIVERY", "CUSTOMER_PICKUP", "COMMERCIAL_SHIPPING", "OTHER", "NOT_AVAILABLE"])
    _ = try metadata.date("openingDate")
    _ = try metadata.text("beneficiaryId")
    _ = try metadata.flag("requiresConfirmation")
    _ = try metadata.object("kount")
  }

  /// The echo in a query.
  /// - Parameters:
  ///   - payer: The payer, as far as they are known.
  ///   - added: The fields that PlacetoPay adds.
  func body(locale: String, payer: Person?, added: FieldList, expiration: String) -> JSONValue {
    JSONValue.object(present: [
      "locale": locale, "buyer": buyer?.body, "payer": payer?.body, "payment": payment?.body,
    ])
    .appending(rest)
    .appending(
      .object(present: [
        "fields": (fields.fields + added.fields).map(\.body), "returnUrl": returnURL, "cancelUrl": cancelURL,
      ])
    )
    .appending(origin)
    .appending(["expiration": .string(expiration)])
  }
}
