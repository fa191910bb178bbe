import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The common parts of all hosted pages.
struct CheckoutPage {
  let words: PageWords
  var status: HTTPResponse.Status = .ok
  var head = HTML.empty
  /// The body that a lightbox hands to the shop's page; for pages of a session only.
  var response: String?
  /// True if the page closes the lightbox at once.
  var closesLightbox = false

  func page(_ title: String, lead: String? = nil, _ body: HTML) -> Page {
    Page(
      status: status, language: words.language, title: "\(title) – PlacetoPay \(words.sandbox)",
      policy: PagePolicy(), styles: [.sandboxStyle, .checkoutStyle],
      head: """
        \(if: response != nil, "<script src=\"\(Asset.frameScript.link)\" defer></script>")\(head)
        """,
      body: """
        <div lang="\(words.language.rawValue)" class="checkout"><div class="intro"><h1>\(title)</h1>\
        \(lead.map { "<p class=\"lead\">\($0)</p>" as HTML })</div>\(handedOver)\(body)</div>
        """,
      footer: #"<footer class="site"><p class="fine">\#(words.footer)</p></footer>"#)
  }

  private var handedOver: HTML {
    guard let response else { return .empty }
    return #"<div id="response" data-response="\#(response)"\#(if: closesLightbox, " data-closes") hidden></div>"#
  }

  /// The page without a session, or of one that has ended.
  func notAvailable(_ session: Session? = nil) -> Page {
    page(
      words.notAvailable,
      """
      <p>\(words.notAvailableNote)</p>\
      \(session.flatMap { ReturnAddress($0.request.returnURL) }.map { returnLink($0) })
      """)
  }

  /// Leaves a lightbox's frame too.
  func returnLink(_ address: ReturnAddress, _ style: Button.Style = .primary) -> HTML {
    """
    <div class="actions"><a id="return" class="button \(style == .primary ? "primary" : "secondary" as HTML)" \
    target="_top" href="\(address.link)">\(words.returnToShop)</a></div>
    """
  }

  func facts(_ facts: [(name: String, value: String)]) -> HTML {
    let rows = facts.map { "<div class=\"fact\"><dt>\($0.name)</dt><dd>\($0.value)</dd></div>" as HTML }
    return "<section class=\"panel\"><dl class=\"facts\">\(rows)</dl></section>"
  }
}

/// A labelled input.
struct InputField {
  let id: StaticString
  let label: String
  var value = ""
  var type: StaticString = "text"
  var inputMode: StaticString = "text"
  var autocomplete: StaticString = "off"
  var limit = 60
  var list: StaticString?
  var isRequired = true

  var html: HTML {
    """
    <div class="field"><label for="\(HTML(trusted: id))">\(label)</label><input id="\(HTML(trusted: id))" \
    name="\(HTML(trusted: id))" type="\(HTML(trusted: type))" inputmode="\(HTML(trusted: inputMode))" \
    autocomplete="\(HTML(trusted: autocomplete))" maxlength="\(limit)" value="\(value)"\
    \(list.map { " list=\"\(HTML(trusted: $0))\"" as HTML })\(if: isRequired, " required")></div>
    """
  }
}

extension Asset {
  static let checkoutStyle = Asset(
    "placetopay-checkout", "css", mediaType: "text/css; charset=utf-8",
    content: """
      .checkout { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
      .field select {
        min-height: 48px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px;
        background: var(--surface); color: inherit; font: inherit; width: 100%;
      }
      .pair { display: grid; gap: 18px; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); align-items: end; }
      .check { display: flex; gap: 10px; align-items: center; min-height: 44px; }
      .check input { width: 20px; height: 20px; accent-color: var(--accent); }
      details summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--accent); }
      details ul { display: grid; gap: 4px; font-size: .875rem; }
      details code { font-variant-numeric: tabular-nums; }

      """)
}
