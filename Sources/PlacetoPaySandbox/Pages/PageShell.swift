import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PageShell {
  init(_ text: PageText, status: HTTPResponse.Status = .ok) {
    self = Sandbox.shell(status)
  }

  /// The page without a session, or of one that has ended.
  static func notAvailable(_ text: PageText, _ status: HTTPResponse.Status, _ session: Session? = nil) -> Page {
    let shell = PageShell(text, status: status)
    return shell.page(
      text.notAvailable,
      """
      <p>\(text.notAvailableNote)</p>\
      \(session.flatMap { Link(returnAddress: $0.request.returnURL) }.map { shell.returnLink($0, text) })
      """)
  }

  /// Leaves a lightbox's frame too.
  func returnLink(_ address: Link, _ text: PageText, _ style: Button.Style = .primary) -> HTML {
    leaving(address, text.returnToShop, id: "return", style)
  }
}

/// The result that the page of a lightbox hands to the shop's page.
struct LightboxResult {
  /// The body of a notification.
  let response: String
  /// True if the page closes the lightbox at once.
  var closes = false

  /// The page needs `Asset.frameScript`, too.
  var html: HTML { #"<div id="response" data-response="\#(response)"\#(if: closes, " data-closes") hidden></div>"# }
}
