import FerryCore
import FerrySandbox

/// A checkout session, by its `requestId`; also the charge of a token, which has no page.
struct Session: Codable, Sendable {
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
  /// The token of a saved means of payment.
  var token: String?
  /// The last refusal of a card that was to be saved without a charge.
  var refusal: Status?
  var refusals = 0
  var challenge: Challenge?
  /// The order number under which the control API opened the page.
  var openedForOrder: String?
  var isBuyerOnPage = false
  /// True if the site's console lets the buyer pay in parts, although the shop did not ask for it.
  var isSplit = false
  /// The date of the last notification.
  var notifiedAt: Moment?

  var language: Language { Language(locale: locale) ?? .english }
  var attempts: [Transaction] { transactions.filter(\.isAttempt) }
  var pendingAttempt: Transaction? { transactions.last { $0.isAttempt && $0.isPending } }
  var total: Money? { request.payment?.amount.total }

  /// The approved amount, without regard to later refunds.
  var approved: Int64 { attempts.filter(\.isApproved).reduce(0) { $0 + $1.amount.minorUnits } }

  /// The amount that is still to be paid; nil if the session charges nothing.
  var remaining: Money? { total.map { Money(minorUnits: $0.minorUnits - approved, $0.currency) } }

  var isLocked: Bool { request.payer != nil }

  /// True if the buyer may pay a part of the amount.
  var allowsPartial: Bool { isSplit || request.payment?.allowsPartial == true }

  /// True if the page offers the means of payment.
  func allows(_ methods: [String]) -> Bool {
    request.paymentMethods.isEmpty || methods.contains { request.paymentMethods.contains($0) }
  }

  /// A cash payment needs half an hour at least.
  var allowsCash: Bool {
    request.payment != nil && !request.isCheckin && !request.requiresConfirmation
      && allows(["gana", "procesa", "efecty", "supergiros", "pagoefectivo", "safetypay"])
      && expiresAt.since(createdAt) >= .seconds(30 * 60)
  }

  var allowsTransfer: Bool {
    request.payment.map { !$0.recurs } == true && !request.isCheckin && !request.requiresConfirmation
      && allows(["pse", "bancolombia", "banco_bogota", "ebach"])
  }

  var brands: [CardBrand] { CardBrand.allCases.filter { allows([$0.rawValue]) } }

  var status: Status {
    if let end { return end.status }
    if pendingAttempt != nil { return .pendingSession }
    return approved > 0 ? .partlyApproved : .active
  }

  /// The order number: the field `order`, else the number under which the control API opened the page, else the reference.
  var order: String {
    let field = request.fields["order"] ?? request.payment?.fields["order"]
    if case .string(let text)? = field { return text }
    if case .number(let literal)? = field { return literal }
    return openedForOrder ?? request.reference
  }
}

// MARK: The body of a query

extension Session {
  /// RedirectInformation of the API reference. The date of an open session is that of the query.
  /// - Parameter shift: The sandbox's clock less the true one.
  func body(_ ledger: CheckoutLedger, origin: String, at now: Moment, shift: Duration) -> JSONValue {
    let rules = ledger.rules
    let shown = transactions.filter { transaction in
      switch transaction.kind {
      case .payment, .hold: true
      case .capture: rules.showsLaterChanges
      case .refund: rules.showsLaterChanges && rules.listsRefunds
      case .reauthorization, .release: false
      }
    }
    var added = FieldList()
    if !isCharge {
      added.add("_processUrl_", .string(processURL(origin)))
      added.add("_session_", .string(String(id)))
    }
    var list = MemberList()
    list.add("requestId", JSONValue(id))
    list.add("status", status.body(language, at: (end?.at ?? now) - shift))
    list.add(
      "request",
      request.body(locale: locale, payer: payer ?? request.payer, added: added, expiration: expiration))
    list.add(
      "payment",
      shown.isEmpty
        ? .null
        : .array(
          shown.reversed().map {
            $0.body(self, rules, language, $0.kind == .refund ? .refunded : nil, shift: shift)
          }))
    let saved = token.flatMap { ledger.tokens[$0] }
    if case .autopay = request.purpose {
      list.add("subscription", .null)
      list.add(
        "autopay", end.map { _ in .array([["status": Status.done.body(language, at: (end?.at ?? now) - shift)]]) })
    } else {
      list.add("subscription", saved?.body(language, shift: shift) ?? .null)
    }
    return list.object
  }

  func processURL(_ origin: String) -> String { "\(origin)/spa/session/\(id)/\(hash)" }
}
