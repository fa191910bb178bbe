import Crypto
import FerryCore
import FerrySandbox

/// A payment order, with its attempts and transactions.
struct PaymentOrder: Codable, Hashable, Identifiable, Sendable {
  enum Status: String, Codable, Sendable {
    case initialized = "Initialized"
    case paid = "Paid"
    case failed = "Failed"
    case cancelled = "Cancelled"
    case reversed = "Reversed"
    case aborted = "Aborted"
  }

  /// The presentation of the order to the payer.
  enum Integration: String, Codable, Sendable {
    case hostedView = "HostedView"
    case redirect = "Redirect"
  }

  /// An attempt that the payer decides about outside the menu.
  struct Attempt: Codable, Hashable, Sendable {
    enum Place: String, Codable, Sendable {
      /// The page of the payer's bank: the card's issuer (3-D Secure), or the bank of a transfer.
      case issuer
      case app
      case wallet
    }

    let number: Int64
    let instrument: Instrument
    let place: Place
    let card: PaidCard?
    let savesCard: Bool
    let startedAt: Moment
  }

  struct Payment: Codable, Hashable, Sendable {
    let number: Int64
    let instrument: Instrument
    let card: PaidCard?
    /// The ids of the stored tokens.
    var tokens: [String] = []
  }

  /// Orders are numbered in the order of their creation.
  let number: Int64
  /// A GUID.
  let id: String
  /// 64 hexadecimal digits, the secret part of the addresses for the payer.
  let token: String
  let version: APIVersion
  var request: OrderRequest
  let merchantUserAgent: String?
  let createdAt: Moment
  var updatedAt: Moment
  var status = Status.initialized
  var integration: Integration?
  /// The payer, after a check-in in the menu.
  var person: Consumer.Person?
  var selected: Instrument?
  var attempt: Attempt?
  var payment: Payment?
  /// The reason of the merchant or the payer for an order that ended without money.
  var endReason: String?
  var problem: APIProblem?
  var failedAttempts: [FailedAttempt] = []
  var failedOperations: [FailedOperation] = []
  var transactions: [Transaction] = []
  /// A reversal that was accepted and that a bank decides about.
  var pendingReversal: Transaction?
  var history: [HistoryEvent] = []
  /// True if the time for a capture is over.
  var hasLapsed = false
  var isPayerOnPage = false
  /// The order number in the control API's call that opened the page.
  var openedForOrder: String?

  /// The id of the resource: relative to the API's host.
  var path: String { "/psp/paymentorders/\(id)" }
  var currency: Currency { request.amount.currency }
  var orderNumber: String { request.orderReference ?? openedForOrder ?? request.payeeReference }
  var language: Language { Language(culture: request.language) }

  /// A GUID of one part of the order, which the order's secret makes unguessable.
  func derivedID(_ name: String) -> String {
    UUIDText.version4(Array(SHA256.hash(data: Array("\(token)/\(name)".utf8)).prefix(16)))
  }

  /// The path of an attempt to pay, which only old versions and callbacks name.
  func paymentPath(_ instrument: Instrument, _ number: Int64) -> String {
    "/psp/\(instrument.segment)/payments/\(derivedID(String(number)))"
  }

  /// True if the payer has to check in before they pay (`requireConsumerInfo`, which version 2.0 does not have).
  var asksWhoPays: Bool { version > .v2 && person == nil && request.payer?["requireConsumerInfo"]?.flag == true }

  /// The instruments on the page.
  var instruments: [Instrument] {
    if let instrument = request.instrument { return [instrument] }
    guard request.operation != .verify else { return [.creditCard] }
    return Instrument.offered(in: currency).filter { request.restrictedTo?.contains($0.rawValue) ?? true }
  }

  mutating func note(
    _ name: String, by actor: HistoryEvent.Actor, _ instrument: Instrument? = nil, number: Int64? = nil,
    amount: Money? = nil, at now: Moment
  ) {
    history.append(
      HistoryEvent(name: name, actor: actor, instrument: instrument, number: number, amount: amount, createdAt: now))
    updatedAt = now
  }
}

// MARK: Money

extension PaymentOrder {
  /// The sum of transactions, in minor units.
  func sum(_ kinds: Transaction.Kind...) -> Int64 {
    transactions.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.amount.minorUnits }
  }

  var captured: Int64 { sum(.capture, .sale) }

  /// The authorized rest that can be captured or cancelled.
  var remainingCapture: Int64 {
    status == .paid && !hasLapsed ? sum(.authorization) - sum(.capture) - sum(.cancellation) : 0
  }

  var remainingReversal: Int64 { captured - sum(.reversal) - (pendingReversal?.amount.minorUnits ?? 0) }

  /// True after five refusals in a row of one operation, which lock it ("Capture" and "Reversal" of the documentation).
  func isLocked(_ operation: Transaction.Kind) -> Bool {
    let lastSuccess = transactions.last { $0.kind == operation }?.number ?? 0
    return failedOperations.filter { $0.operation == operation && $0.number > lastSuccess }.count >= 5
  }
}

extension Language {
  /// - Parameter culture: The language of an order, such as "sv-SE". Amounts are Swedish or English.
  init(culture: String) { self = culture.lowercased().hasPrefix("sv") ? .swedish : .english }

  /// As scripts name it.
  var culture: String { self == .swedish ? "sv-SE" : "en-US" }
}
