public import FerryCore
public import FerryHTTP

/// An object in an answer.
public protocol PlacetoPayObject: Decodable, Sendable {
  /// Returns true if this is the object that the call asked for.
  func answers(_ call: PlacetoPayCall) -> Bool
}

/// A new session. The address is all that protects the payment page, so it prints without it.
public struct CreatedSession: Hashable, Sendable, PlacetoPayObject, Redacted {
  /// The session's id in digits. Store it before the buyer leaves: PlacetoPay has no search.
  public var requestId: String { id.text }
  /// The address of the payment page. Check it by `PlacetoPayAccount.mayRedirect` before sending the buyer there.
  public let processUrl: String
  public let status: Status
  private let id: Digits

  private enum CodingKeys: String, CodingKey {
    case processUrl, status
    case id = "requestId"
  }

  public func answers(_ call: PlacetoPayCall) -> Bool {
    call.operation == .createSession && status.state == .known(.ok) && !processUrl.isEmpty
  }

  public var description: String { "session \(requestId)" }
}

/// A session with its transactions, and also the answer to a charge of a saved payment method (`RedirectInformation`,
/// PlacetoPay documentation). It holds personal data, so it prints without them.
public struct SessionInformation: Hashable, Sendable, Redacted {
  /// The session's id in digits.
  public let requestId: String
  /// The session's status. It stays pending after a declined transaction, because the buyer can try again; after a final
  /// one it does not change any more.
  public let status: Status
  /// The request as PlacetoPay has it.
  public let request: SessionRequest?
  /// The attempts to pay, normally the newest first; empty for none.
  public let payment: [Transaction]
  /// The saved payment method, if the buyer consented.
  public let subscription: SubscriptionResult?

  public var description: String { "session \(requestId) \(status)" }
}

extension SessionInformation: PlacetoPayObject {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    // The answer to a cancellation has the session in a member of its own.
    if let session = object.value("session", as: SessionInformation.self) {
      self = session
      return
    }
    requestId = try object.required("requestId", as: Digits.self).text
    status = try object.required("status")
    request = object.value("request")
    // An unreadable transaction may have moved money: without it nothing can be decided by the session.
    payment = try object.readable("payment") ?? []
    subscription = object.value("subscription")
  }

  public func answers(_ call: PlacetoPayCall) -> Bool {
    switch call.operation {
    case .querySession: call.path == "/api/session/\(requestId)"
    case .cancelSession: call.path == "/api/session/\(requestId)/cancel"
    case .collect: true
    default: false
    }
  }
}

/// The request of a session as PlacetoPay has it: as it was sent, and the payer as completed by the buyer.
public struct SessionRequest: Hashable, Sendable, Decodable, Redacted {
  private struct Payment: Hashable, Decodable {
    let reference: String?
    let amount: Money?
    let shipping: Person?

    enum CodingKeys: String, MemberKey { case reference, amount, shipping }
  }

  private let payment: Payment?
  private let subscription: Payment?
  public let locale: String?
  public let returnUrl: String?
  public let payer: Person?
  public let buyer: Person?
  /// The merchant's fields and PlacetoPay's own. One of them, `_processUrl_`, must not be shown.
  public let fields: [NameValuePair]

  /// The reference of the payment or subscription.
  public var reference: String? { payment?.reference ?? subscription?.reference }
  /// The total of the payment; nil without a payment, and if it cannot be read exactly.
  public var total: Money? { payment?.amount }
  public var shipping: Person? { payment?.shipping }

  private enum CodingKeys: String, MemberKey {
    case payment, subscription, locale, returnUrl, payer, buyer, fields
  }
}

/// A saved payment method. Whoever knows its token and the site's secret can charge it, so it prints as "redacted".
public struct SubscriptionResult: Hashable, Sendable, Decodable, Redacted {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case token
    /// A bank account.
    case account
    /// A bank account, by its name in Spanish.
    case cuenta
  }

  public let kind: Open<Kind>?
  /// `ok` if the payment method is saved.
  public let status: Status?
  /// `token`, `subtoken`, `franchise`, `lastDigits`, `validUntil` and others; of an account `bankName`, `accountType` and
  /// others.
  public let instrument: [NameValuePair]

  /// The payment method for `PlacetoPayCall.collect`; nil if it is not saved, or is not a card.
  public var savedInstrument: SavedInstrument? {
    guard status?.state == .known(.ok) else { return nil }
    return instrument.first { $0.keyword == "token" }?.value.plainText.map { SavedInstrument(token: $0) }
  }

  private enum CodingKeys: String, MemberKey {
    case kind = "type"
    case status, instrument
  }
}

/// The answer to an action on a transaction.
public struct TransactionResult: Hashable, Sendable, PlacetoPayObject {
  /// The status of the action. A confirmation that the network refuses has `failed` here.
  public let status: Status
  /// The transaction that the action made or changed.
  public let transaction: Transaction

  private enum CodingKeys: String, CodingKey {
    case status
    case transaction = "payment"
  }

  public func answers(_ call: PlacetoPayCall) -> Bool { call.path == "/api/transaction" }
}

/// The answer to `invalidateToken`.
public struct TokenInvalidation: Hashable, Sendable, PlacetoPayObject {
  public let status: Status

  public func answers(_ call: PlacetoPayCall) -> Bool {
    call.operation == .invalidateToken && (status.state == .known(.ok) || status.state == .known(.approved))
  }
}
