import FerryCore
import FerryWeb
import Hummingbird

/// A checkout for the shop's pages, from Ferry's answer.
struct CheckoutState: Sendable {
  enum Phase: Sendable, Hashable {
    /// The buyer has to select address and payment method at the provider.
    case selecting
    /// Ferry asks the provider for the buyer's selection.
    case checking
    case reviewing
    /// Ferry asks the provider for its payment page.
    case opening
    /// Ferry confirms the payment; the buyer waits.
    case confirming
    /// The buyer has to finish at the provider.
    case paying
    /// Ferry cancels the payment at the provider.
    case closing
    case paid
    case declined
    case cancelled
    case expired
    case held
  }

  let id: String
  /// The provider's id.
  let provider: String
  let phase: Phase
  /// A text for waiting pages: they reload when it changes.
  let place: String
  let orderNumber: String
  let language: Language
  /// The buyer's next page. Present in the answer to a command only, never when the checkout is read.
  let onward: Onward?
  /// The app's part, even if there is nothing for it to open.
  let handoff: CheckoutHandoff?
  let review: ReviewBody?
  let isUndeliverable: Bool
  /// The buyer has paid, and the provider has not decided about it yet, which may take days.
  let isPending: Bool
  /// The reason why the payment was declined; while paying, why the buyer's last attempt was. Nil if there is none.
  let decline: DeclineReason?
  let payment: PaymentBody?
}

extension CheckoutState {
  init(_ body: CheckoutBody) {
    id = body.id
    provider = body.provider
    orderNumber = body.orderNumber
    language = body.language
    onward = Onward(body)
    handoff = body.app
    review = body.review
    isUndeliverable = body.selectionRefusal != nil
    phase =
      switch body.phase {
      // The journey begins with the payment page: there is nothing to select.
      case .open where body.review != nil: .reviewing
      case .open, .selecting: body.awaitsProvider ? .checking : .selecting
      // The selection is locked until the app claims it: the buyer has to see the return page again.
      case .reviewing: body.isLocked ? .selecting : .reviewing
      case .authorizing: .opening
      // Money may move in an unknown phase.
      case .settling, .unrecognised: .confirming
      case .paying: .paying
      case .closing: .closing
      case .paid: .paid
      case .declined: .declined
      case .cancelled: .cancelled
      case .expired: .expired
      case .held: .held
      }
    isPending = body.payment.map { $0.authorized.isZero && $0.captured.isZero } ?? false
    let isAsked =
      switch phase {
      case .checking: true
      case .confirming, .closing: !isPending
      case .selecting, .reviewing, .opening, .paying, .paid, .declined, .cancelled, .expired, .held: false
      }
    place = body.phase.rawValue + (isAsked ? ".asked" : "") + (body.isLocked ? ".locked" : "")
    // A reason that this version does not know is one that the buyer cannot act on.
    decline = body.decline.map { DeclineReason(rawValue: $0) ?? .refused }
    payment = body.payment
  }
}

/// The buyer's next page after a button was pressed.
enum Onward: Sendable, Hashable {
  /// A page of the shop, or Ferry's start page.
  case page(Link)
  /// The app, which opens the secure browser if the handoff has a ticket.
  case secureBrowser(CheckoutHandoff)

  /// The checkout's page, which shows its state.
  static let checkout = Onward.page("/checkout")
}

extension Onward {
  /// Nil if Ferry's answer has no next page.
  init?(_ body: CheckoutBody) {
    if let handoff = body.app {
      // Without a ticket there is nothing to open yet, but the app learns of its checkout.
      guard handoff.ticket != nil || handoff.clientToken != nil else { return nil }
      self = .secureBrowser(handoff)
    } else if let next = body.next.flatMap({ Link(external: $0.url) }) {
      self = .page(next)
    } else {
      return nil
    }
  }

  /// JSON for the shop's script inside an app, which alone can speak to the app. A form without the script gets a redirect.
  func response(to request: Request) throws -> Response {
    guard request.headers[.accept] == Answer.mediaType else {
      guard case .page(let link) = self else { return .seeOther("/checkout") }
      return .seeOther(link)
    }
    let answer =
      switch self {
      case .page(let link): Answer(page: link.text, open: nil)
      case .secureBrowser(let handoff): Answer(page: nil, open: handoff)
      }
    return try .json(.ok, answer)
  }

  private struct Answer: Encodable {
    static let mediaType = "application/json"

    let page: String?
    let open: CheckoutHandoff?
  }
}
