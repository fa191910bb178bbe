/// A case that Amazon's sandbox plays on request ("Use Sandbox simulations", Amazon Pay documentation). Only sandbox accounts
/// make one, so that none gets into a live request.
public struct AmazonPaySimulation: Hashable, Sendable {
  /// The cases that the documentation names.
  public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// Of Complete Checkout Session.
    case buyerCanceled = "BuyerCanceled"
    /// Of Complete Checkout Session.
    case amazonCanceled = "AmazonCanceled"
    /// Of Complete Checkout Session.
    case declined = "Declined"
    /// Of Complete Checkout Session: the charge is pending.
    case authorizationInitiated = "AuthorizationInitiated"
    /// Of Create Charge.
    case softDeclined = "SoftDeclined"
    /// Of Create Charge.
    case hardDeclined = "HardDeclined"
    /// Of Create Charge.
    case amazonRejected = "AmazonRejected"
    /// Of Create Charge.
    case transactionTimedOut = "TransactionTimedOut"
    /// Of Create Charge: the capture is pending.
    case captureInitiated = "CaptureInitiated"
    /// Of Close Charge Permission.
    case amazonClosed = "AmazonClosed"
  }

  /// The case that is played.
  public let code: Open<Code>

  /// - Throws: `InvalidField` for a live account.
  public init(_ code: Code, for account: AmazonPayAccount) throws(InvalidField) {
    try self.init(.known(code), for: account)
  }

  /// A code by its text; Amazon has more of them than are named here.
  /// - Throws: `InvalidField` for a live account, and for text that cannot stand in a header.
  public init(text: String, for account: AmazonPayAccount) throws(InvalidField) {
    try self.init(Open(text), for: account)
  }

  private init(_ code: Open<Code>, for account: AmazonPayAccount) throws(InvalidField) {
    let field = "x-amz-pay-simulation-code"
    guard account.environment == .sandbox else { throw InvalidField(field: field, fault: .sandboxOnly) }
    guard !code.text.isEmpty, code.printable == code.text else {
      throw InvalidField(field: field, fault: .characters(allowed: "A-Z a-z 0-9"))
    }
    self.code = code
  }
}
