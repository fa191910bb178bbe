import FerryCore
import FerrySandbox
import FerryWeb

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
  case select
  case changeAddress
  case changePayment
  case processing

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
