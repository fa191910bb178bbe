/// The kind of client that the buyer uses; fixed when the checkout is created.
public enum CheckoutKind: String, ClosedValue, Hashable, Sendable {
  /// The shop's pages in an ordinary browser.
  case browser
  /// An app, with the provider's pages in a secure browser.
  case app
}

/// The time of the capture.
public enum CapturePolicy: String, ClosedValue, Hashable, Sendable {
  /// With the payment.
  case automatic
  /// By the merchant's call, usually when the goods are shipped.
  case manual
}

/// The part of a selection that the buyer wants to change.
public enum ChangeKind: String, ClosedValue, Hashable, Sendable {
  case address
  case payment
}

/// The phase of a checkout in `/v1`. Phases may be added: an unknown one is not final.
public enum PhaseName: Hashable, Sendable {
  /// Created; the buyer is still in the shop.
  case open
  /// The buyer selects address and payment method at the provider.
  case selecting
  /// The buyer reviews the order in the shop.
  case reviewing
  /// The server asks the provider for its payment page.
  case authorizing
  /// The buyer can open the provider's payment page, or is on it.
  case paying
  /// The server confirms the payment with the provider. Never show it as failed.
  case settling
  /// Cancelled or expired, and the server asks the provider whether money moved.
  case closing
  case paid
  case declined
  case cancelled
  case expired
  /// The provider's facts contradict each other; a person decides. Until then Ferry moves no money. The provider may have
  /// captured some already.
  case held
  case unrecognised(String)

  /// True if only refunds and late money can change the checkout.
  public var isFinal: Bool {
    switch self {
    case .paid, .declined, .cancelled, .expired: true
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .held, .unrecognised: false
    }
  }
}

extension PhaseName: RawRepresentable, Codable {
  /// The phases of this version.
  package static let known: [PhaseName] = [
    .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired,
    .held,
  ]

  public init(rawValue: String) {
    self = Self.known.first { $0.rawValue == rawValue } ?? .unrecognised(rawValue)
  }

  /// A switch and no search: `==` of a raw-representable type compares raw values, so it must not be used to find one.
  public var rawValue: String {
    switch self {
    case .open: "open"
    case .selecting: "selecting"
    case .reviewing: "reviewing"
    case .authorizing: "authorizing"
    case .paying: "paying"
    case .settling: "settling"
    case .closing: "closing"
    case .paid: "paid"
    case .declined: "declined"
    case .cancelled: "cancelled"
    case .expired: "expired"
    case .held: "held"
    case .unrecognised(let name): name
    }
  }
}

/// The reason why a payment was declined, as far as a buyer can act on it.
public enum DeclineReason: String, Codable, Hashable, Sendable, CaseIterable {
  /// The payment method was refused; another one may work.
  case paymentMethodRefused = "payment-method-refused"
  /// The buyer did not pass the provider's check, such as 3-D Secure.
  case verificationFailed = "verification-failed"
  /// The provider refused without a reason that helps the buyer.
  case refused
  /// The provider took too long; a retry may work.
  case timedOut = "timed-out"
  /// The provider gave no payment page, because of a problem of its own or of the account. Nothing was charged. A later
  /// attempt or another payment method may work.
  case notStarted = "not-started"
}

/// A person's decision about a checkout that is held or overdue, or about an operation whose outcome is unknown.
public enum Resolution: String, Codable, Hashable, Sendable, CaseIterable {
  /// Accept the payment of a held checkout as the provider has it. With automatic capture, an authorized amount is captured
  /// first. If the provider reports another amount than was asked for, the decision names that amount.
  case accept
  /// Void or refund all money of a held checkout. The provider is asked first.
  case reject
  /// Ask the provider again and act on its answer.
  case ask
  /// Stop waiting for an overdue operation: its outcome counts as unknown, and a person decides. Only for a checkout that
  /// is overdue and not held.
  case hold
  /// The provider has carried out an operation of unknown outcome: the whole amount, or the amount that the decision names.
  case happened
  /// The provider has not carried out an operation of unknown outcome.
  case didNotHappen

  /// True if the decision is about one operation, which it must name.
  public var isAboutOperation: Bool {
    switch self {
    case .happened, .didNotHappen: true
    case .accept, .reject, .ask, .hold: false
    }
  }
}

/// The body of `POST /v1/checkouts/{id}/resolve`.
public struct ResolveCheckoutBody: Codable, Hashable, Sendable {
  public var decision: Resolution
  /// The id of the operation that `happened` or `didNotHappen` is about.
  public var operation: String?
  /// With `happened`, the amount that the provider carried out. With `accept`, the amount that the provider reports.
  public var amount: Money?

  public init(decision: Resolution, operation: String? = nil, amount: Money? = nil) {
    self.decision = decision
    self.operation = operation
    self.amount = amount
  }
}

/// Test money or real money. Part of every key, id and table, so that a test payment can never settle a live order.
public enum Mode: String, ClosedValue, Hashable, Sendable {
  case test
  case live
}
