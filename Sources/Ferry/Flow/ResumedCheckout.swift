/// What became of a checkout that no call of the app's is waiting for: the app was killed, or had been told
/// `CheckoutResult.confirming`, or a link has come back to it.
public struct ResumedCheckout: Hashable, Sendable {
  /// The checkout's id at the server; `CheckoutFlow.resume` takes it.
  public let checkout: String
  /// `.notFinished` means that the buyer can go on where he was.
  public let result: CheckoutResult
  /// A page of the shop, in a web view, has begun it: it is gone on with there, by showing the checkout's page, and not by
  /// `CheckoutFlow.resume`.
  public let isOfPage: Bool

  init(checkout: String, result: CheckoutResult, isOfPage: Bool = false) {
    self.checkout = checkout
    self.result = result
    self.isOfPage = isOfPage
  }
}
