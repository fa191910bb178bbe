import FerryCore
import FerrySandbox

/// A movement of money of an order, or the permission for one.
struct Transaction: Codable, Hashable, Sendable {
  enum Kind: String, Codable, Sendable {
    case authorization = "Authorization"
    case sale = "Sale"
    case capture = "Capture"
    case cancellation = "Cancellation"
    case reversal = "Reversal"
    /// Of an order that stores a means of payment only.
    case verification = "Verification"

    /// The segment of the path of its list: "captures".
    var segment: String { "\(rawValue.lowercased())s" }
  }

  /// A GUID.
  let id: String
  /// Unique among all transactions of the sandbox.
  let number: Int64
  let kind: Kind
  let amount: Money
  let vatAmount: Int64
  let description: String
  let payeeReference: String
  let receiptReference: String?
  let items: JSONValue?
  /// By the sandbox's clock, as all moments of the ledger.
  var createdAt: Moment
}

/// An attempt to pay that did not succeed.
struct FailedAttempt: Codable, Hashable, Sendable {
  let instrument: Instrument
  let number: Int64
  /// True if the payer or the merchant ended it.
  let isAborted: Bool
  let problem: APIProblem
  let createdAt: Moment
}

/// A capture, cancellation or reversal that was refused.
struct FailedOperation: Codable, Hashable, Sendable {
  let operation: Transaction.Kind
  let number: Int64
  let problem: APIProblem
  let createdAt: Moment
}

/// A line of `history`.
struct HistoryEvent: Codable, Hashable, Sendable {
  enum Actor: String, Codable, Sendable {
    case payer = "Payer"
    case payee = "Payee"
    case gateway = "PaymentGateway"
  }

  let name: String
  let actor: Actor
  var instrument: Instrument?
  var number: Int64?
  var amount: Money?
  let createdAt: Moment
}
