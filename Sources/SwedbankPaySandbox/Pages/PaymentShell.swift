import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The common parts of all pages for payers.
struct PaymentShell {
  let words: PageWords
  var status: HTTPResponse.Status = .ok
  /// The time after which the page of a waiting payment reloads itself, and the page that follows.
  var reload: (after: Duration, to: Link)?
  /// True for a page in a frame of the shop's page, without header and footer.
  var isFramed = false
  var script: Asset?

  func page(_ title: String, lead: String? = nil, _ body: HTML) -> Page {
    let refresh: HTML? = reload.map { after, link in
      #"<meta http-equiv="refresh" content="\#(max(1, after.components.seconds)); url=\#(link)">"#
    }
    return Page(
      status: status, language: words.language.language, title: "\(title) – Swedbank Pay sandbox", policy: PagePolicy(),
      styles: [.sandboxStyle, .paymentStyle],
      head: """
        \(script.map { "<script src=\"\($0.link)\" defer></script>" as HTML })\(refresh)
        """,
      body: """
        <div class="payment"><div class="intro"><h1>\(title)</h1>\
        \(lead.map { "<p class=\"lead\">\($0)</p>" as HTML })</div>\(body)</div>
        """,
      footer: isFramed ? .empty : #"<footer class="site"><p class="fine">\#(words.footer)</p></footer>"#)
  }

  func notAvailable() -> Page { page(words.notAvailable, "<p>\(words.notAvailableNote)</p>") }

  /// A link that leaves a frame too.
  func leaving(_ address: PayerAddress, _ title: String, id: StaticString) -> HTML {
    """
    <div class="actions"><a id="\(HTML(trusted: id))" class="button primary" target="_top" href="\(address.link)">\
    \(title)</a></div>
    """
  }
}

/// A labelled input.
struct InputField {
  let id: StaticString
  let label: String
  var value = ""
  var inputMode: StaticString = "text"
  var autocomplete: StaticString = "off"
  var limit = 60
  var list: StaticString?
  var isRequired = true

  var html: HTML {
    """
    <div class="field"><label for="\(HTML(trusted: id))">\(label)</label><input id="\(HTML(trusted: id))" \
    name="\(HTML(trusted: id))" inputmode="\(HTML(trusted: inputMode))" autocomplete="\(HTML(trusted: autocomplete))" \
    maxlength="\(limit)" value="\(value)"\(list.map { " list=\"\(HTML(trusted: $0))\"" as HTML })\(if: isRequired, " required")></div>
    """
  }
}

extension Asset {
  static let paymentStyle = Asset(
    "swedbank-pay-payment", "css", mediaType: "text/css; charset=utf-8",
    content: """
      /* A frame is as high as its content, also when that gets shorter. */
      body:has(#menu) { min-height: 0; }
      .payment { display: grid; gap: 20px; grid-template-columns: minmax(0, 1fr); }
      .payment .sum { text-align: start; }
      .instruments { display: grid; gap: 8px; }
      .instruments .button { width: 100%; justify-content: flex-start; }
      .pair { display: grid; gap: 18px; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); align-items: end; }
      .check { display: flex; gap: 10px; align-items: center; min-height: 44px; }
      .check input { width: 20px; height: 20px; accent-color: var(--accent); }
      details summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--accent); }
      details ul { display: grid; gap: 4px; font-size: .875rem; }

      """)
}
