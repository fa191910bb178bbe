import FerryCore
import FerryWeb

/// A checkout as the shop needs to know it, read from Ferry's answer.
struct CheckoutState: Sendable {
  enum Phase: Sendable, Hashable {
    /// The buyer is to choose address and payment at the provider.
    case selecting
    case reviewing
    /// The payment is on its way; nothing is asked of the buyer.
    case confirming
    /// The buyer is to finish at the provider.
    case paying
    /// Being cancelled at the provider.
    case closing
    case paid
    case declined
    case cancelled
    case expired
    case held
  }

  let id: String
  let phase: Phase
  /// As `/v1` names the phase; one that the shop does not know counts as `confirming`.
  let phaseName: String
  let orderNumber: String
  /// Where the buyer goes on. Told in answer to what was asked for, never by looking.
  let next: Link?
  let review: ReviewBody?
  /// Why the payment was declined, where the buyer can make something of it.
  let decline: DeclineReason?
  /// What has been taken so far.
  let captured: Money?
}

extension CheckoutState {
  init(_ body: CheckoutBody) {
    id = body.id
    phaseName = body.phase.rawValue
    orderNumber = body.orderNumber
    // An address that is neither https nor of this machine is none.
    next = body.next.flatMap { Link(external: $0.url) }
    review = body.review
    phase =
      switch body.phase {
      case .open, .selecting: .selecting
      case .reviewing: .reviewing
      case .authorizing, .settling, .unrecognised: .confirming
      case .paying: .paying
      case .closing: .closing
      case .paid: .paid
      case .declined: .declined
      case .cancelled: .cancelled
      case .expired: .expired
      case .held: .held
      }
    decline = body.decline.flatMap(DeclineReason.init(rawValue:))
    captured = body.payment?.captured
  }
}
