import FerryCore
import FerrySandbox

/// A checkout session, by its `requestId`; also the charge of a token, which has no page.
struct Session: Codable, Identifiable, Sendable {
  struct End: Codable, Hashable, Sendable {
    let status: Status
    let at: Moment
  }

  /// A card whose issuer asks for a code.
  struct Challenge: Codable, Hashable, Sendable {
    let instrument: Instrument
    let outcome: CardOutcome
    let amount: Money?
    let savesInstrument: Bool
  }

  let id: Int64
  /// 32 hexadecimal digits, the only protection of the page.
  let hash: String
  let request: SessionRequest
  /// The request's, else the site's.
  let locale: String
  let createdAt: Moment
  let expiresAt: Moment
  /// The text of the echo.
  let expiration: String
  /// True for the charge of a token.
  let isCharge: Bool
  var payer: Person?
  /// The oldest first.
  var transactions: [Transaction] = []
  var end: End?
  var token: String?
  /// The last refusal of a card that was to be saved without a charge.
  var refusal: Status?
  var refusals = 0
  var challenge: Challenge?
  /// The order number in the control API's call that opened the page.
  var openedForOrder: String?
  var isBuyerOnPage = false
  /// True if the site's console lets the buyer pay in parts, although the shop did not ask for it.
  var isSplit = false
  /// The date of the last notification, by the true clock.
  var notifiedAt: Moment?

  var language: Language { Language(locale: locale) ?? .english }
  var attempts: [Transaction] { transactions.filter(\.isAttempt) }
  var pendingAttempt: Transaction? { transactions.last { $0.isAttempt && $0.isPending } }
  var total: Money? { request.payment?.amount.total }

  /// The last transaction that has paid: an attempt, or the capture of a hold.
  var paid: Transaction? { transactions.last { $0.isApproved && ($0.kind == .payment || $0.kind == .capture) } }

  /// The approved amount, without regard to later refunds.
  var approved: Int64 { attempts.filter(\.isApproved).reduce(0) { $0 + $1.amount.minorUnits } }

  /// The amount that is still to be paid; nil if the session charges nothing.
  var remaining: Money? { total.map { Money(minorUnits: $0.minorUnits - approved, $0.currency) } }

  var isLocked: Bool { request.payer != nil }

  var allowsPartial: Bool { isSplit || request.payment?.allowsPartial == true }

  func allows(_ brand: CardBrand) -> Bool {
    request.paymentMethods.isEmpty || request.paymentMethods.contains(brand.rawValue)
  }

  /// The first code that the shop requests among some codes of the page; the usual one if it requests none.
  private func offered(_ methods: [String: String], usual: String) -> String? {
    request.paymentMethods.isEmpty ? usual : request.paymentMethods.first { methods[$0] != nil }
  }

  /// True for a charge that is made at once.
  private var isPlainCharge: Bool { request.payment != nil && !request.isCheckin && !request.requiresConfirmation }

  /// The code of the cash payment that the page offers. A cash payment needs at least half an hour, less the time that the
  /// request is under way.
  var cashMethod: String? {
    guard isPlainCharge, expiresAt.since(createdAt) >= .seconds(29 * 60) else { return nil }
    return offered(Instrument.cashMethods, usual: "gana")
  }

  var transferMethod: String? {
    guard isPlainCharge, request.payment?.recurs == false else { return nil }
    return offered(Instrument.transferMethods, usual: "pse")
  }

  /// True if the shop asks for ATH Móvil, or sells in Puerto Rico and asks for no means of payment in particular.
  var offersATHMovil: Bool {
    guard isPlainCharge, request.payment?.recurs == false else { return false }
    return request.paymentMethods.isEmpty ? locale.hasSuffix("_PR") : request.paymentMethods.contains("athmv")
  }

  /// True if the shop asks only for means of payment that the page does not have.
  var offersNothing: Bool { brands.isEmpty && cashMethod == nil && transferMethod == nil && !offersATHMovil }

  var brands: [CardBrand] { CardBrand.allCases.filter { allows($0) } }

  /// The shop's fields that the buyer sees on a page.
  /// - Parameter places: Values of `displayOn`.
  func fields(shownOn places: Set<String>) -> [(name: String, value: String)] {
    [request.fields, request.payment?.fields ?? FieldList()].flatMap { $0.shown(on: places) }
  }

  var status: Status {
    if let end { return end.status }
    if pendingAttempt != nil { return .pendingSession }
    return approved > 0 ? .partlyApproved : .active
  }

  /// The order number: the field `order`, else the one in the control API's call that opened the page, else the reference.
  var order: String {
    let field = request.fields["order"] ?? request.payment?.fields["order"]
    return field?.scalar ?? openedForOrder ?? request.reference
  }
}

// MARK: The body of a query

extension Session {
  /// RedirectInformation of the API reference. The date of an open session is that of the query.
  func body(_ ledger: Ledger, origin: String, at now: Moment) -> JSONValue {
    let rules = ledger.rules
    let date = ledger.date(end?.at ?? now)
    let shown = transactions.filter { transaction in
      switch transaction.kind {
      case .payment, .hold: true
      case .capture: rules.showsLaterChanges
      case .refund: rules.showsLaterChanges && rules.listsRefunds
      case .reauthorization, .release: false
      }
    }
    let payments = shown.reversed().map { $0.body(self, ledger, as: $0.kind == .refund ? .refunded : nil) }
    let added: FieldList =
      isCharge ? FieldList() : FieldList(["_processUrl_": processURL(origin), "_session_": String(id)])
    let isAutopay = if case .autopay = request.purpose { true } else { false }
    let saved = isAutopay ? nil : token.flatMap { ledger.tokens[$0] }
    return .object(present: [
      "requestId": id, "status": status.body(language, at: date),
      "request": request.body(locale: locale, payer: payer ?? request.payer, added: added, expiration: expiration),
      "payment": payments.isEmpty ? JSONValue.null : .array(payments),
      "subscription": saved.map { $0.body(language, savedAt: ledger.date($0.savedAt)) } ?? JSONValue.null,
      "autopay": isAutopay && end != nil ? [["status": Status.done.body(language, at: date)] as JSONValue] : nil,
    ])
  }

  func processURL(_ origin: String) -> String { "\(origin)/spa/session/\(id)/\(hash)" }
}
