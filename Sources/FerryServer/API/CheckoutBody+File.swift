import FerryCheckout
import FerryCore
import FerryEngine

extension CheckoutBody {
  init(_ file: CheckoutFile, next: NextBody? = nil, app: CheckoutHandoff? = nil) {
    let checkout = file.checkout
    self.init(
      id: checkout.id.text, orderNumber: file.order.number, orderReference: file.order.reference,
      provider: checkout.provider.text, mode: checkout.mode, kind: checkout.kind, language: checkout.language,
      capture: checkout.capture, phase: checkout.phase.name, awaitsProvider: checkout.phase.awaitsProvider, next: next,
      // Somebody who mailed the start URL must not learn anything about the buyer from the shop.
      review: file.roundTrips.isLocked ? nil : ReviewBody(file), decline: checkout.decline?.rawValue,
      payment: PaymentBody(file), createdAt: checkout.createdAt, expiresAt: checkout.expiresAt,
      selectionRefusal: file.roundTrips.isLocked ? nil : checkout.phase.selectionRefusal?.rawValue,
      holdReason: checkout.phase.holdReason?.word,
      mismatch: checkout.amountMismatch.map {
        AmountMismatchBody(
          asked: $0.asked, reported: $0.unreadable == nil ? $0.reported : nil, unreadable: $0.unreadable)
      },
      isLocked: file.roundTrips.isLocked, canBegin: file.canBegin, app: app, overdueAt: file.overdueAt,
      held: checkout.held(for: file.order))
  }
}

extension AppCheckoutBody {
  /// - Parameter isVerified: True if the app has shown its verifier. Without the verifier, and while the checkout is locked, the
  ///   app is told the phase and nothing else.
  init(_ file: CheckoutFile, isVerified: Bool, ticket: CheckoutHandoff.Ticket? = nil) {
    let checkout = file.checkout
    self.init(
      id: checkout.id.text, phase: checkout.phase.name, awaitsProvider: checkout.phase.awaitsProvider,
      isLocked: file.roundTrips.isLocked, ticket: ticket, expiresAt: checkout.expiresAt)
    guard isVerified, !file.roundTrips.isLocked else { return }
    review = ReviewBody(file)
    selectionRefusal = checkout.phase.selectionRefusal?.rawValue
    decline = checkout.decline?.rawValue
    if checkout.phase == .paid, let agreed = checkout.agreed {
      receipt = ReceiptBody(
        orderNumber: file.order.number, orderReference: file.order.reference, total: agreed.total,
        taxes: checkout.quote?.taxes)
    }
  }
}

extension Phase {
  /// True while a question to the provider is unanswered whose answer may change the phase.
  var awaitsProvider: Bool {
    switch self {
    case .selecting(let selecting): selecting.question != nil
    case .authorizing: true
    case .settling(let settling): settling.command != nil
    case .closing(let closing): closing.command != nil
    case .open, .reviewing, .confirmed, .paying, .paid, .declined, .cancelled, .expired, .held: false
    }
  }

  fileprivate var selectionRefusal: SelectionRefusal? {
    if case .selecting(let selecting) = self { selecting.refusal } else { nil }
  }

  fileprivate var holdReason: HoldReason? {
    if case .held(let reason) = self { reason } else { nil }
  }
}

extension Checkout {
  /// The reason why the payment was declined; while the buyer may try again, why their last attempt was.
  fileprivate var decline: DeclineReason? {
    switch phase {
    case .declined(let reason): reason
    case .paying: declinedAttempts.last?.reason
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .settling, .closing, .paid, .cancelled, .expired,
      .held:
      nil
    }
  }
}

extension PaymentBody {
  /// Nil while there is no money.
  fileprivate init?(_ file: CheckoutFile) {
    guard let payment = file.checkout.payment else { return nil }
    self.init(payment)
    guard !file.roundTrips.isLocked, let digits = file.details?.lastDigits else { return }
    method = method ?? PaymentMethodBody()
    method?.lastDigits = digits
  }
}
