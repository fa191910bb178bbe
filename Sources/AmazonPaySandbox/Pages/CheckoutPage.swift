import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The common parts of all hosted pages: banner, style and policy.
struct CheckoutPage {
  let text: CheckoutText
  var status: HTTPResponse.Status = .ok
  var head = HTML.empty

  /// A page with a title above the body.
  func page(_ title: String, lead: String? = nil, _ body: HTML) -> Page {
    let intro: HTML = """
      <div class="intro"><h1>\(HTML(heading: title))</h1>\(lead.map { "<p class=\"lead\">\($0)</p>" as HTML })</div>
      """
    return Page(
      status: status, language: text.language, title: "\(title) – \(text.sandbox)", policy: PagePolicy(),
      styles: [.sandboxStyle], head: head,
      body: "\(intro)\(body)", footer: #"<footer class="site"><p class="fine">\#(text.footer)</p></footer>"#)
  }

  /// A page with a message only.
  func message(_ title: String, _ note: String, details: String? = nil, actions: HTML = .empty) -> Page {
    page(
      title,
      """
      <p>\(note)</p>\(details.map { "<pre id=\"details\">\($0)</pre>" as HTML })\
      \(if: !actions.isEmpty, "<div class=\"actions\">\(actions)</div>")
      """)
  }

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

  /// The form by which the buyer leaves a page for the shop.
  static func cancelButton(
    _ title: String, _ session: String, from place: CheckoutPlace, id: StaticString = "cancel"
  ) -> HTML {
    button(id, "/checkout/cancel", title, session, "from", place)
  }

  static let idName = "amazonCheckoutSessionId"
}

/// A hosted page, on which the buyer is or to which they go after signing in.
enum CheckoutPlace: String {
  case select
  case changeAddress
  case changePayment
  case processing

  func link(_ sessionID: String) -> Link {
    let id = (CheckoutPage.idName, sessionID)
    return switch self {
    case .select: Link("/checkout/select", query: [id])
    case .changeAddress, .changePayment: Link("/checkout/change", query: [id, ("changeAction", rawValue)])
    case .processing: Link("/checkout/processing", query: [id])
    }
  }

  func signInLink(_ sessionID: String) -> Link {
    Link("/checkout/signin", query: [(CheckoutPage.idName, sessionID), ("next", rawValue)])
  }

  var change: ChangeAction? { ChangeAction(rawValue: rawValue) }
}
