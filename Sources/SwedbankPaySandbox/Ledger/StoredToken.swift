import FerryCore
import FerrySandbox

/// A stored means of payment ("Payer owned tokens" of the documentation).
struct StoredToken: Codable, Hashable, Sendable {
  enum Kind: String, CaseIterable, Codable, Sendable {
    /// The payer pays with it again.
    case payment
    /// The merchant charges it at fixed intervals.
    case recurrence
    /// The merchant charges it whenever needed.
    case unscheduled
    case transactionOnFile

    /// The member of a request that asks for one.
    var requestMember: String {
      switch self {
      case .payment: "generatePaymentToken"
      case .recurrence: "generateRecurrenceToken"
      case .unscheduled: "generateUnscheduledToken"
      case .transactionOnFile: "generateTransactionOnFileToken"
      }
    }

    /// In the list of a payer's tokens: "Payment".
    var tokenType: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The segment of the path that deletes one.
    var segment: String {
      switch self {
      case .payment: "paymenttokens"
      case .recurrence: "recurrencetokens"
      case .unscheduled: "unscheduledtokens"
      case .transactionOnFile: "transactiononfiletokens"
      }
    }
  }

  /// A GUID.
  let token: String
  let kind: Kind
  let payerReference: String?
  let card: PaidCard
  var isActive = true

  /// Of `paid.tokens`.
  var body: JSONValue {
    [
      "type": .string(kind.rawValue), "token": .string(token), "name": .string(card.maskedNumber),
      "expiryDate": .string(card.expiry),
    ]
  }
}
