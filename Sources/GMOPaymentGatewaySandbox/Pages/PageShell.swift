import FerryCore
import FerrySandbox
import FerryWeb

/// The page that posts the result to the shop by itself; without scripts, by a button.
struct ReturnPage {
  let link: Link
  let fields: [AnswerFields.Field]
  /// True if the browser posts the form a first time into a hidden frame.
  let postsTwice: Bool

  var page: Page {
    let inputs = fields.map { field -> HTML in
      #"<input type="hidden" name="\#(field.name)" value="\#(field.value)">"#
    }
    var shell = Sandbox.shell()
    shell.script = .returnScript
    return shell.page(
      "Back to the shop",
      """
      \(Spinner("You will be taken back in a moment.").html)
      <form id="return" method="post" action="\(link)"\(if: postsTwice, " data-twice=\"true\"")>\(inputs)\(Button("Continue", .secondary, isWide: true).html)\
      </form>
      """)
  }
}

/// The buyer confirms a payment of an additional payment button on this page.
struct ChallengePage {
  let shop: String
  let transaction: Transaction

  var page: Page {
    Sandbox.shell().page(
      "Confirm that it is you",
      """
      <p>\(shop): <strong>\(Money.yen(transaction.amounts.sum), .english)</strong></p>
      <form id="challenge" class="stack" method="post" action="\(StartPage.challenge)">\
      <input type="hidden" name="AccessID" value="\(transaction.accessID)">\
      \(Button("Confirm the payment", isWide: true, name: "answer", value: "confirm").html)\
      \(Button("Do not pay", .secondary, isWide: true, name: "answer", value: "decline").html)</form>
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
