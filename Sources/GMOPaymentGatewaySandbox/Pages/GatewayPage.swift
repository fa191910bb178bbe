import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The common parts of the gateway's pages.
struct GatewayPage {
  let text: GatewayText
  var status: HTTPResponse.Status = .ok
  var head = HTML.empty

  func page(_ title: String, _ body: HTML) -> Page {
    Page(
      status: status, language: text.language, title: "\(title) – GMO \(text.sandbox)", policy: PagePolicy(),
      styles: [.sandboxStyle], head: head,
      body: #"<div class="intro"><h1>\#(HTML(heading: title))</h1></div>\#(body)"#,
      footer: #"<footer class="site"><p class="fine">\#(text.footer)</p></footer>"#)
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
}

/// The page that posts the result to the shop by itself; without scripts, by a button.
struct ReturnPage {
  let text: GatewayText
  let link: Link
  let fields: [AnswerFields.Field]
  /// True if the browser posts the form a first time into a hidden frame.
  let postsTwice: Bool

  var page: Page {
    let inputs = fields.map { field -> HTML in
      #"<input type="hidden" name="\#(field.name)" value="\#(field.value)">"#
    }
    var shell = GatewayPage(text: text)
    shell.head = #"<script src="\#(Asset.returnScript.link)" defer></script>"#
    return shell.page(
      text.returning,
      """
      \(Spinner(text.returningNote).html)
      <form id="return" method="post" action="\(link)"\(if: postsTwice, " data-twice=\"true\"")>\(inputs)\(Button(text.returnNow, .secondary, isWide: true).html)\
      </form>
      """)
  }
}

/// The page on which a buyer confirms a payment of an additional payment button.
struct ChallengePage {
  let text: GatewayText
  let shop: String
  let transaction: Transaction

  var page: Page {
    GatewayPage(text: text).page(
      text.challenge,
      """
      <p>\(shop): <strong>\(Money.yen(transaction.amounts.sum), text.language)</strong></p>
      <form id="challenge" class="stack" method="post" action="\(StartPage.challenge)">\
      <input type="hidden" name="AccessID" value="\(transaction.accessID)">\
      \(Button(text.confirm, isWide: true, name: "answer", value: "confirm").html)\
      \(Button(text.decline, .secondary, isWide: true, name: "answer", value: "decline").html)</form>
      """)
  }
}

extension Asset {
  /// Posts the form of the page that leads back to the shop.
  static let returnScript = Asset(
    "gmo-pg-return", "js", mediaType: "text/javascript; charset=utf-8",
    content: """
      (function () {
        var form = document.getElementById('return');
        if (form.dataset.twice) {
          var frame = document.createElement('iframe');
          frame.name = 'first';
          frame.hidden = true;
          document.body.appendChild(frame);
          form.target = frame.name;
          frame.addEventListener('load', function () {
            form.removeAttribute('target');
            form.submit();
          }, { once: true });
        }
        form.submit();
      })();

      """)
}
