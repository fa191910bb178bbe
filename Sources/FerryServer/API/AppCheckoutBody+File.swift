import FerryCheckout
import FerryCore
import FerryEngine

extension AppCheckoutBody {
  /// - Parameter isVerified: Whether the app has shown its verifier. Without, and while the checkout is locked, the phase is
  ///   told and nothing else.
  init(_ file: CheckoutFile, isVerified: Bool, ticket: IssuedTicket? = nil) {
    let checkout = file.checkout
    self.init(
      id: checkout.id.text, phase: checkout.phase.name, awaitsProvider: checkout.phase.awaitsProvider,
      isLocked: file.roundTrips.isLocked,
      ticket: ticket.map { CheckoutHandoff.Ticket(step: $0.step, text: $0.ticket.text) },
      expiresAt: checkout.expiresAt)
    guard isVerified, !file.roundTrips.isLocked else { return }
    review = ReviewBody(file)
    choiceRefusal = checkout.phase.choiceRefusal?.rawValue
    decline = checkout.phase.decline?.rawValue
    if checkout.phase == .paid, let agreed = checkout.agreed {
      receipt = ReceiptBody(
        orderNumber: file.order.number, orderReference: file.order.reference, total: agreed.total)
    }
  }
}
