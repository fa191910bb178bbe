/// The call that a checkout screen makes for the buyer.
enum CheckoutRequest: Hashable, Sendable {
  case pay
  case resume(String)
  case cancel(String)

  /// The call for a button below a result. Nil if the button ends the screen or needs no call.
  init?(_ action: StatusModel.Action.Kind, after result: CheckoutResult) {
    let checkout = result.isResumable ? result.checkout : nil
    switch (action, checkout) {
    case (.tryAgain, _): self = .pay
    case (.goOn, let checkout?): self = .resume(checkout)
    // The stored item was damaged or has expired. Nothing was charged, so the buyer pays with a new checkout.
    case (.goOn, nil): self = .pay
    case (.cancel, let checkout?): self = .cancel(checkout)
    case (.cancel, nil), (.close, _), (.checkAgain, _): return nil
    }
  }
}
