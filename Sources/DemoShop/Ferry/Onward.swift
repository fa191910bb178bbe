import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

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
