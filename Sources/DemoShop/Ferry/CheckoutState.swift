import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// A checkout as the shop needs to know it, read from Ferry's answer.
struct CheckoutState: Sendable {
  enum Phase: Sendable, Hashable {
    /// The buyer is to choose address and payment at the provider.
    case selecting
    /// The provider is being asked what the buyer has chosen.
    case checking
    case reviewing
    /// The payment page is being asked for.
    case opening
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
  /// What pages that wait are shown for: they load again when it is another.
  let place: String
  let orderNumber: String
  /// Where the buyer goes on. Told in answer to what was asked for, never by looking.
  let onward: Onward?
  /// What an app is handed, even when there is nothing for it to open.
  let handoff: CheckoutHandoff?
  let review: ReviewBody?
  /// The chosen address cannot be delivered to.
  let isUndeliverable: Bool
  /// Why the payment was declined, where the buyer can make something of it.
  let decline: DeclineReason?
  /// The provider's money, if there is any.
  let payment: PaymentBody?
}

extension CheckoutState {
  init(_ body: CheckoutBody) {
    id = body.id
    orderNumber = body.orderNumber
    onward = Onward(body)
    handoff = body.app
    review = body.review
    isUndeliverable = body.choiceRefusal != nil
    phase =
      switch body.phase {
      case .open, .selecting: body.awaitsProvider ? .checking : .selecting
      // What was chosen is not told before the app has claimed it: the way back is to be shown once more.
      case .reviewing: body.isLocked ? .selecting : .reviewing
      case .authorizing: .opening
      // One that the shop does not know may be about money.
      case .settling, .unrecognised: .confirming
      case .paying: .paying
      case .closing: .closing
      case .paid: .paid
      case .declined: .declined
      case .cancelled: .cancelled
      case .expired: .expired
      case .held: .held
      }
    place = body.phase.rawValue + (phase == .checking ? ".asked" : "") + (body.isLocked ? ".locked" : "")
    decline = body.decline.flatMap(DeclineReason.init(rawValue:))
    payment = body.payment
  }
}

/// Where a buyer goes who has pressed a button.
enum Onward: Sendable, Hashable {
  /// Another page, of the shop or of the way to the provider.
  case page(Link)
  /// The secure browser, which the app opens beside the shop's page.
  case secureBrowser(CheckoutHandoff)

  /// The checkout's own page, which shows how it stands.
  static let checkout = Onward.page("/checkout")
}

extension Onward {
  /// What Ferry's answer leads to; nil when there is nowhere to go.
  init?(_ body: CheckoutBody) {
    if let handoff = body.app {
      guard handoff.ticket != nil else { return nil }
      self = .secureBrowser(handoff)
    } else if let next = body.next.flatMap({ Link(external: $0.url) }) {
      // An address that is neither https nor of this machine is none.
      self = .page(next)
    } else {
      return nil
    }
  }

  /// The shop's script asks for JSON inside an app, for only it can speak to the app; a form that is sent without it gets
  /// a redirect.
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
