import FerryCore

/// An order that the buyer's address has made free.
struct FreeOrder: Codable, Sendable, Hashable {
  /// The id of the checkout at Ferry, which is cancelled.
  let checkout: String
  /// A cancelled checkout has it no longer.
  let address: AddressBody?
  /// True once nothing can be paid for the order any more, so that it can be shipped.
  var isComplete = false
}

extension TabletShop {
  /// Completes an order without a payment, once. The shop believes no app and no browser: Ferry says that nothing is left to pay.
  /// The address is stored first, so that a repetition can finish what was interrupted.
  /// - Throws: `FerryFailure`, with a problem of the kind `wrongPhase` unless the checkout is in review and costs nothing.
  func completeFree(_ id: String) async throws {
    var state = try await ferry.checkout(id)
    let reference = state.orderReference
    if state.stage == .reviewing, let review = state.review, review.total.isZero {
      try await orders.update(reference) { order in
        if order.free?.isComplete != true { order.free = FreeOrder(checkout: id, address: review.shippingAddress) }
      }
      state = try await ferry.send(.cancel, id)
    }
    guard state.stage == .cancelled, let free = try await orders.record(reference)?.free,
      free.isComplete || free.checkout == id
    else {
      throw FerryFailure.problem(
        Problem(.wrongPhase, "The order is not free, or the checkout is not in review."), retryAfter: nil)
    }
    try await orders.update(reference) { order in order.free?.isComplete = true }
  }
}
