import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PageShell {
  /// A form with one quiet button, which posts the session's id and the place.
  static func button(
    _ id: StaticString, _ action: Link, _ title: String, _ session: String, _ name: StaticString, _ place: CheckoutPlace
  ) -> HTML {
    """
    <form id="\(HTML(trusted: id))" method="post" action="\(action)">\
    <input type="hidden" name="\(idName)" value="\(session)">\
    <input type="hidden" name="\(HTML(trusted: name))" value="\(place.rawValue)">\(Button(title, .quiet).html)</form>
    """
  }

  /// The form that takes the buyer from a page to the shop.
  static func cancelButton(
    _ title: String, _ session: String, from place: CheckoutPlace, id: StaticString = "cancel"
  ) -> HTML {
    button(id, "/checkout/cancel", title, session, "from", place)
  }

  static let idName = "amazonCheckoutSessionId"
}

/// The buyer's current hosted page, or their next one after signing in.
enum CheckoutPlace: String {
  case select, changeAddress, changePayment, processing

  func link(_ sessionID: String) -> Link {
    let id = (PageShell.idName, sessionID)
    return switch self {
    case .select: Link("/checkout/select", query: [id])
    case .changeAddress, .changePayment: Link("/checkout/change", query: [id, ("changeAction", rawValue)])
    case .processing: Link("/checkout/processing", query: [id])
    }
  }

  func signInLink(_ sessionID: String) -> Link {
    Link("/checkout/signin", query: [(PageShell.idName, sessionID), ("next", rawValue)])
  }

  var change: ChangeAction? { ChangeAction(rawValue: rawValue) }
}

extension CheckoutSession {
  /// The common parts of the session's pages.
  func shell(_ status: HTTPResponse.Status = .ok) -> PageShell { Sandbox.shell(status, language: language) }

  /// The page with the spinner. It continues by itself, without a script.
  /// - Parameter seconds: Whole seconds until it continues.
  func processingPage(_ amount: Money, to shop: String, seconds: Int64) -> Page {
    let next = Link("/checkout/processing/return", query: [(PageShell.idName, id)])
    var shell = shell()
    shell.head = #"<meta http-equiv="refresh" content="\#(seconds);url=\#(next.text)">"#
    return shell.page(
      "Processing your payment",
      """
      <p class="sum" id="amount">\(amount, .english) to \(shop)</p>
      \(Spinner("You will be taken back to the shop in a moment.").html)
      <div class="leave">\(next.button("Continue without waiting", .quiet))\
      \(PageShell.cancelButton("Cancel and go back", id, from: .processing))</div>
      """)
  }

  /// The page after a decline: the buyer selects another card, or cancels.
  var declinedPage: Page {
    let name = card?.descriptor ?? ""
    let problem =
      card?.simulation.isPending == true
      ? "\(name) needs time to decide, and the shop does not wait for it. Nothing was charged."
      : "\(name) cannot be used. Nothing was charged."
    let choices = TestCard.allCases.filter { $0 != card }.map { $0.choice(isChosen: $0 == .visa1111) }
    return shell().page(
      "The card was declined",
      """
      \(Notice(.error, problem).html)
      <form id="retry" class="stack" method="post" action="\("/checkout/processing" as Link)">
      <input type="hidden" name="amazonCheckoutSessionId" value="\(id)">
      <fieldset><legend>Pay with another card</legend>\(choices)</fieldset>
      \(Button("Pay now", isWide: true).html)
      </form>
      <div class="leave">\(PageShell.cancelButton("Give up and go back", id, from: .processing, id: "give-up"))</div>
      """)
  }
}

extension TestCard {
  /// The card with the outcome that it simulates, to be selected.
  func choice(isChosen: Bool) -> HTML {
    let outcome =
      switch simulation {
      case .success: "succeeds"
      case .declined: "is declined"
      case .buyerCancels: "acts as if the buyer cancels"
      case .pendingThenAuthorized: "is pending, succeeds after 30 seconds, if the shop can wait"
      case .pendingThenDeclined: "is pending, is declined after 30 seconds, if the shop can wait"
      }
    return """
      <label class="choice"><input type="radio" name="card" value="\(rawValue)" id="card-\(rawValue)"\
      \(if: isChosen, " checked")><span><b>\(descriptor)</b><small>\(outcome)</small></span></label>
      """
  }
}
