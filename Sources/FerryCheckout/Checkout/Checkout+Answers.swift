import FerryCore

/// Answers to questions that providers have about a checkout.
extension Checkout {
  /// True if the payment is captured as soon as it is authorized: it is captured automatically, and no other checkout has paid
  /// the order.
  public func isCapturedAtOnce(for order: Order) -> Bool { capture == .automatic && order.isUnpaid(besides: id) }

  /// True if the checkout waits for a payment page, and ends as soon as it is certain that nobody has paid.
  public var endsUnlessPaid: Bool {
    if case .authorizing(let authorizing) = phase { authorizing.ending != nil } else { false }
  }

  /// The address that stands for the payment page; nil if the buyer is not to pay now.
  public var paymentPage: String? { if case .paying(let paying) = phase { paying.page } else { nil } }
}
