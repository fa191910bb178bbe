/// Something that goes wrong between a merchant and the API.
public struct AmazonPayFault: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The request arrives late, then everything is as usual.
    case delay(Duration)
    /// The request is executed at once, the answer comes late.
    case slow(Duration)
    /// The connection closes, and nothing has happened.
    case dropBeforeExecution
    /// The connection closes without an answer, though the request was executed.
    case dropAfterExecution
    /// An error with this status, and nothing has happened.
    case errorBeforeExecution(Int)
    /// An error with this status, though the request was executed.
    case errorAfterExecution(Int)
    /// Executed; the connection closes in the middle of the answer's body.
    case cutOffBody
    /// Executed; the body is a page of HTML under the right status.
    case notJSON
    /// Executed; the state in the answer is one that no documentation knows.
    case unknownState
    /// Executed; the amounts in the answer are larger than what was executed, by a digit in front.
    case otherAmount
    /// The request is treated as if it carried this `x-amz-pay-simulation-code`, for clients that send none.
    case simulate(String)
  }

  /// When a fault strikes.
  public enum Incidence: Hashable, Sendable {
    /// The next requests of the operation, so many.
    case next(Int)
    /// By chance, so many of a thousand, the same ones for the same seed.
    case perThousand(Int, seed: UInt64)
  }

  /// The operation that is struck; nil for all.
  public var operation: AmazonPayOperation?
  public var kind: Kind
  public var incidence: Incidence

  public init(_ kind: Kind, on operation: AmazonPayOperation?, _ incidence: Incidence = .next(1)) {
    self.kind = kind
    self.operation = operation
    self.incidence = incidence
  }
}
