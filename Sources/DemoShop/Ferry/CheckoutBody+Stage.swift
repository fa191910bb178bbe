import FerryCore
import FerryWeb
import Hummingbird

/// A checkout for the shop's pages.
extension CheckoutBody {
  /// The buyer's next task, or the reason to wait.
  enum Stage: Sendable, Hashable {
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
    case paid, declined, cancelled, expired, held
  }

  var stage: Stage {
    switch phase {
    // The journey begins with the payment page: there is nothing to select.
    case .open where review != nil: .reviewing
    case .open, .selecting: awaitsProvider ? .checking : .selecting
    // The selection is locked until the app claims it: the buyer has to see the return page again.
    case .reviewing: isLocked ? .selecting : .reviewing
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
  }

  /// True from the purchase until its outcome is known.
  var isUnderWay: Bool {
    switch stage {
    case .opening, .confirming, .paying, .closing, .held: true
    case .selecting, .checking, .reviewing, .paid, .declined, .cancelled, .expired: false
    }
  }

  /// A text for waiting pages: they reload when it changes.
  var place: String {
    let isAsked = stage == .checking || [.confirming, .closing].contains(stage) && !isPending
    return phase.rawValue + (isAsked ? ".asked" : "") + (isLocked ? ".locked" : "")
  }

  /// The buyer has paid, and the provider has not decided about it yet, which may take days.
  var isPending: Bool { payment.map { $0.authorized.isZero && $0.captured.isZero } ?? false }

  /// The reason why the payment was declined; while paying, why the buyer's last attempt was. Nil if there is none. A reason
  /// that this version does not know is one that the buyer cannot act on.
  var declineReason: DeclineReason? { decline.map { DeclineReason(rawValue: $0) ?? .refused } }

  /// The buyer's next page. Present in the answer to a command only, never when the checkout is read.
  var onward: Onward? {
    if let app {
      // Without a ticket there is nothing to open yet, but the app learns of its checkout.
      return app.ticket == nil && app.clientToken == nil ? nil : .secureBrowser(app)
    }
    return next.flatMap { Link(external: $0.url) }.map { .page($0) }
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

  /// JSON for the shop's script inside an app, which alone can speak to the app. A form without the script gets a redirect.
  func response(to request: Request) throws -> Response {
    guard request.headers[.accept] == "application/json" else {
      guard case .page(let link) = self else { return .seeOther("/checkout") }
      return .seeOther(link)
    }
    return switch self {
    case .page(let link): try .json(.ok, ["page": link.text])
    case .secureBrowser(let handoff): try .json(.ok, ["open": handoff])
    }
  }
}
