import FerryCore
import FerrySandbox
import FerryWeb

/// The addresses of an order ("URLs" in the technical reference).
struct OrderURLs: Codable, Hashable, Sendable {
  /// The pages that may embed the menu.
  let hosts: [String]
  /// Nil for an order without a payer.
  let complete: String?
  let cancel: String?
  /// The page with the menu. The payer returns to it from a page or an app outside it.
  let payment: String?
  let callback: String?
  let termsOfService: String?
}

/// A payment order as the merchant asks for it ("Create" of the payment order resource).
struct OrderRequest: Codable, Hashable, Sendable {
  enum Operation: String, Codable, Sendable {
    case purchase = "Purchase"
    /// Stores means of payment, without money.
    case verify = "Verify"
    case recur = "Recur"
    case unscheduledPurchase = "UnscheduledPurchase"

    /// True if the merchant charges a token, without the payer.
    var isWithoutPayer: Bool { self == .recur || self == .unscheduledPurchase }
  }

  let operation: Operation
  /// VAT included. Zero for `verify`.
  var amount: Money
  var vatAmount: Int64
  var description: String
  /// Of the pages: "sv-SE".
  let language: String
  /// The instrument of an order in instrument mode, which offers this one only.
  var instrument: Instrument?
  /// Nil for all that the merchant has.
  let restrictedTo: [String]?
  let generates: Set<StoredToken.Kind>
  let hidesStoredCards: Bool
  /// The stored token to pay with.
  let token: String?
  let payeeReference: String
  let orderReference: String?
  let payerReference: String?
  /// The reference of a check-in, which may be used once.
  let consumerProfile: String?
  let urls: OrderURLs
  let implementation: String?

  // Members that are echoed as they came.

  var items: JSONValue
  /// `items` of version 2.0, which configure the payment menu.
  var menuItems: JSONValue?
  let payeeInfo: JSONValue
  let payer: JSONValue?
  let metadata: JSONValue?
  let urlsAsSent: JSONValue
  let payerUserAgent: String?
}

extension OrderRequest {
  /// - Parameter body: `{"paymentorder": {…}}`.
  /// - Throws: The first rule that the request breaks.
  init(_ body: JSONValue, _ version: APIVersion, _ merchant: Merchant) throws(APIProblem) {
    let whole = try Self.order(in: body)
    operation = try Self.operation(whole)
    guard let currency = Currency(try whole.required("currency", whole.text("currency", 0...3))) else {
      throw .invalid(whole.path("currency"), "is not a currency of ISO 4217")
    }
    (amount, vatAmount) = operation == .verify ? (.zero(currency), 0) : try Self.amounts(whole, currency)
    description = try whole.required("description", whole.text("description", 0...40))
    language = try whole.required("language", whole.text("language", 0...5))
    payerUserAgent = try whole.required("userAgent", whole.text("userAgent", 0...2_000))
    instrument = try whole.text("instrument").map { name throws(APIProblem) in
      guard let instrument = Instrument(rawValue: name), instrument.isOffered(in: currency) else {
        throw .notConfigured("The merchant has no \(name) in \(currency.code).")
      }
      return instrument
    }
    restrictedTo = try whole.texts("restrictedToInstruments")
    implementation = try whole.text("implementation")

    let payee = try whole.required("payeeInfo", whole.object("payeeInfo"))
    guard try payee.required("payeeId", payee.text("payeeId")).lowercased() == merchant.payeeID.lowercased() else {
      throw .otherPayee
    }
    payeeReference = try Self.reference(payee, merchant.rules)
    orderReference = try payee.text("orderReference", 0...50)
    if let subsite = try payee.text("subsite", 0...40), subsite.wholeMatch(of: /[A-Za-z0-9]*/) == nil {
      throw .invalid(payee.path("subsite"), "has other characters than letters and digits")
    }
    payeeInfo = payee.value

    var kinds: Set<StoredToken.Kind> = []
    for kind in StoredToken.Kind.allCases where try whole.flag(kind.requestMember) ?? false { kinds.insert(kind) }
    generates = kinds
    if operation == .verify, kinds.isEmpty {
      throw .invalid(whole.path("generatePaymentToken"), "or another token is required with Verify")
    }
    hidesStoredCards = try whole.flag("disableStoredPaymentDetails") ?? false
    if try whole.flag("enablePaymentDetailsConsentCheckbox") ?? false, !hidesStoredCards {
      throw .invalid(
        whole.path("enablePaymentDetailsConsentCheckbox"), "needs DisableStoredPaymentDetails to be true")
    }
    let tokenMember = "\(operation.tokenKind.rawValue)Token"
    token =
      try operation.isWithoutPayer ? whole.required(tokenMember, whole.text(tokenMember)) : whole.text(tokenMember)

    let payer = try whole.object("payer")
    self.payer = payer?.value
    payerReference = try payer?.text("payerReference")
    consumerProfile = try payer?.text("consumerProfileRef")
    let needsPayer = kinds.contains(.payment) || kinds.contains(.recurrence) || (operation == .purchase && token != nil)
    if needsPayer, payerReference?.isEmpty ?? true {
      throw .invalid("\(whole.path).Payer.PayerReference", "is required with a token")
    }

    let urls = try whole.required("urls", whole.object("urls"))
    self.urls = try OrderURLs(urls, version, operation, hasUnsafeCallbacks: merchant.rules.allowsHTTPCallbacks)
    urlsAsSent = urls.value
    metadata = try whole.object("metadata")?.value
    items = try Self.items(whole, amount, vatAmount, version, merchant.rules) ?? .null
    menuItems = version == .v2 ? try whole.objects("items").map { .array($0.map(\.value)) } : nil
  }

  /// The object of the order in a request's body.
  static func order(in body: JSONValue) throws(APIProblem) -> MemberReader {
    guard body.members != nil else { throw .malformed }
    guard let order = body["paymentorder"]?.unlessNull else { throw .invalid("PaymentOrder", "is required") }
    return try MemberReader(order, "PaymentOrder")
  }

  private static func operation(_ whole: MemberReader) throws(APIProblem) -> Operation {
    let name = try whole.required("operation", whole.text("operation"))
    guard name != "Payout" else { throw .notConfigured("The merchant has no payouts.") }
    guard let operation = Operation(rawValue: name) else {
      throw .invalid(whole.path("operation"), "is not Purchase, Verify, Recur or UnscheduledPurchase")
    }
    return operation
  }

  /// The amounts of an order, a capture or a reversal.
  static func amounts(_ reader: MemberReader, _ currency: Currency) throws(APIProblem) -> (Money, Int64) {
    let amount = try reader.required("amount", reader.number("amount"))
    let vatAmount = try reader.required("vatAmount", reader.number("vatAmount"))
    guard amount > 0 else { throw .invalid(reader.path("amount"), "is not positive") }
    guard (0...amount).contains(vatAmount) else {
      throw .invalid(reader.path("vatAmount"), "is not between 0 and the amount")
    }
    return (Money(minorUnits: amount, currency), vatAmount)
  }

  /// The reference that makes an operation unique ("Payee reference" of the documentation).
  static func reference(_ reader: MemberReader, _ rules: Rules) throws(APIProblem) -> String {
    let text = try reader.required("payeeReference", reader.scalar("payeeReference"))
    let isRight = text.wholeMatch(of: rules.hasDigitReferences ? /[0-9]{1,12}/ : /[A-Za-z0-9]{1,30}/) != nil
    let rule = rules.hasDigitReferences ? "is not 1 to 12 digits" : "is not 1 to 30 letters and digits"
    guard isRight else { throw .invalid(reader.path("payeeReference"), rule) }
    return text
  }
}

extension OrderRequest.Operation {
  /// The kind of token that an order may name.
  var tokenKind: StoredToken.Kind {
    switch self {
    case .purchase, .verify: .payment
    case .recur: .recurrence
    case .unscheduledPurchase: .unscheduled
    }
  }
}

extension OrderURLs {
  /// - Parameter hasUnsafeCallbacks: True if a callback may go to this machine by http.
  fileprivate init(
    _ reader: MemberReader, _ version: APIVersion, _ operation: OrderRequest.Operation, hasUnsafeCallbacks: Bool
  ) throws(APIProblem) {
    let hosts = try reader.texts("hostUrls") ?? []
    complete = try reader.address("completeUrl")
    cancel = try reader.address("cancelUrl")
    payment = try reader.address("paymentUrl")
    callback = try reader.text("callbackUrl", 0...2_000).flatMap { $0.isEmpty ? nil : $0 }
    if let callback, Link(external: callback) == nil || !(hasUnsafeCallbacks || callback.hasPrefix("https://")) {
      throw .invalid(reader.path("callbackUrl"), "is not an https URL")
    }
    termsOfService = try reader.address("termsOfServiceUrl")
    self.hosts = hosts
    guard !operation.isWithoutPayer else { return }
    guard !hosts.isEmpty else { throw .invalid(reader.path("hostUrls"), "is required") }
    _ = try reader.required("completeUrl", complete)
    if version == .v31 { _ = try reader.required("cancelUrl", cancel) }
  }

  /// The sites that may embed the menu.
  var hostOrigins: [Origin] { hosts.compactMap { Link(external: $0)?.origin } }
}
