import FerryCore
import FerrySandbox

/// A stored means of payment ("Payer owned tokens" of the documentation).
struct StoredToken: Codable, Hashable, Identifiable, Sendable {
  enum Kind: String, CaseIterable, Codable, Sendable {
    /// The payer pays with it again.
    case payment
    /// The merchant charges it at fixed intervals.
    case recurrence
    /// The merchant charges it whenever needed.
    case unscheduled
    case transactionOnFile

    /// In the list of a payer's tokens: "Payment".
    var tokenType: String { rawValue.capitalizedFirst }

    /// The member of a request that asks for one: "generatePaymentToken".
    var requestMember: String { "generate\(tokenType)Token" }

    /// The segment of the path that deletes one: "paymenttokens".
    var segment: String { "\(rawValue.lowercased())tokens" }
  }

  /// A GUID.
  let token: String
  let kind: Kind
  let payerReference: String?
  let card: PaidCard
  var isActive = true

  var id: String { token }

  /// Of `paid.tokens`.
  var body: JSONValue {
    [
      "type": .string(kind.rawValue), "token": .string(token), "name": .string(card.maskedNumber),
      "expiryDate": .string(card.expiry),
    ]
  }
}

extension Ledger {
  /// The cards that a known payer may pay with again.
  func storedCards(_ order: PaymentOrder) -> [StoredToken] {
    guard let payer = order.request.payerReference, !order.request.hidesStoredCards || order.request.token != nil else {
      return []
    }
    return tokens(of: payer).filter { token in
      token.kind == .payment && (order.request.token.map { $0 == token.token } ?? true)
    }
  }

  /// The active tokens of a payer.
  func tokens(of payer: String) -> [StoredToken] {
    tokens.sorted.filter { $0.payerReference == payer && $0.isActive }
  }

  func chargeable(_ name: String, _ request: OrderRequest) throws(APIProblem) -> StoredToken {
    let kind = request.operation.tokenKind
    guard let token = tokens[name], token.kind == kind else {
      throw .unknownToken("PaymentOrder.\(kind.tokenType)Token")
    }
    guard token.isActive else { throw .inactiveToken }
    return token
  }

  /// Charges a token without the payer. A decline ends the order.
  mutating func charge(_ token: StoredToken, in order: inout PaymentOrder, at now: Moment) {
    let attempt = PaymentOrder.Attempt(
      number: nextNumber(), instrument: .creditCard, place: .issuer, card: token.card, savesCard: false,
      startedAt: now)
    let amount = order.request.amount.minorUnits
    if let problem = APIProblem.byTokenAmount[amount] ?? APIProblem.byCardAmount[amount] {
      order.status = .failed
      order.problem = problem
      order.note("PaymentFailed", by: .gateway, .creditCard, number: attempt.number, at: now)
      return
    }
    store(order)
    succeed(order, attempt, at: now)
    if let stored = orders[order.id] { order = stored }
  }

  /// Stores the tokens that the order asks for, and one if the payer wants to pay faster the next time. A card that the payer
  /// has stored keeps its token.
  mutating func issueTokens(_ order: inout PaymentOrder, _ card: PaidCard, isSaved: Bool) {
    var kinds = order.request.generates
    if isSaved, order.request.payerReference != nil { kinds.insert(.payment) }
    for kind in StoredToken.Kind.allCases where kinds.contains(kind) {
      if kind == .payment, let payer = order.request.payerReference,
        let known = tokens(of: payer).first(where: { $0.kind == kind && $0.card == card })
      {
        order.payment?.tokens.append(known.token)
        continue
      }
      let token = StoredToken(
        token: order.derivedID(kind.rawValue), kind: kind, payerReference: order.request.payerReference, card: card)
      tokens.store(token)
      order.payment?.tokens.append(token.token)
    }
  }

  mutating func deleteToken(_ name: String, _ kind: StoredToken.Kind) throws(APIProblem) -> StoredToken {
    guard var token = tokens[name.lowercased()], token.kind == kind else { throw .unknown }
    token.isActive = false
    tokens.store(token)
    return token
  }

  mutating func deleteTokens(of payer: String) throws(APIProblem) -> [StoredToken] {
    let active = tokens(of: payer)
    guard !active.isEmpty else { throw .unknown }
    return try active.map { token throws(APIProblem) in try deleteToken(token.token, token.kind) }
  }
}
