import FerryHTTP

/// A failed call. After `unknownOutcome` read the payment, or find it by its reference.
typealias BankFailure = CallFailure<BankCodes>

struct BankCodes: FailureCodes {
  typealias Operation = BankCall.Operation

  var reason: BankReason?

  var facts: [String] { reason.map { [$0.rawValue] } ?? [] }

  func sentence(_ kind: FailureKind, _: Int?) -> String {
    switch kind {
    case .rejected: "The bank refused the request."
    case .misconfigured: "The bank does not accept login and signature."
    case .transient, .unknownOutcome: "The bank gave no answer that can be read."
    }
  }
}

enum BankReason: String, Decodable, Sendable {
  case unauthenticated
  /// The time of the signature is off by more than five minutes.
  case wrongTime = "wrong-time"
  /// A member is missing, or cannot be read.
  case invalid
  case notFound = "not-found"
  case duplicateReference = "duplicate-reference"
  /// The buyer is on the page: the payment cannot be cancelled now.
  case buyerActive = "buyer-active"
  case wrongState = "wrong-state"
  case wholeAmountOnly = "whole-amount-only"
  case tooMuch = "too-much"
}
