/// What became of a checkout that no call of the app's is waiting for: the app was killed, or had been told
/// `CheckoutResult.confirming`, or a link has come back to it.
public struct ResumedCheckout: Hashable, Sendable {
  /// The checkout's id at the server; `CheckoutFlow.resume` takes it.
  public let checkout: String
  /// `.notFinished` means that the buyer can go on where he was.
  public let result: CheckoutResult
}
