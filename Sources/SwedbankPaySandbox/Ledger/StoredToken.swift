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

  /// Of `paid.tokens`.
  var body: JSONValue {
    [
      "type": .string(kind.rawValue), "token": .string(token), "name": .string(card.maskedNumber),
      "expiryDate": .string(card.expiry),
    ]
  }
}
