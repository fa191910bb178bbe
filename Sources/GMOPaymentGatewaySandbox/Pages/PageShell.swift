import FerryCore
import FerrySandbox
import FerryWeb

extension PageShell {
  /// The page that posts the result to the shop by itself; without scripts, by a button.
  /// - Parameter postsTwice: True if the browser posts the form a first time into a hidden frame.
  static func back(to link: Link, _ fields: [AnswerFields.Field], postsTwice: Bool) -> Page {
    let inputs = fields.map { #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"# as HTML }
    var shell = Sandbox.shell()
    shell.script = .returnScript
    return shell.page(
      "Back to the shop",
      """
      \(Spinner("You will be taken back in a moment.").html)
      <form id="return" method="post" action="\(link)"\(if: postsTwice, " data-twice=\"true\"")>\(inputs)\
      \(Button("Continue", .secondary, isWide: true).html)</form>
      """)
  }

  /// The buyer confirms a payment of an additional payment button on this page.
  static func challenge(_ transaction: Transaction, of shop: String) -> Page {
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

  static var over: PageAnswer {
    PageAnswer(Sandbox.shell().message("This payment is over", "You can close this page and go back to the shop."))
  }
}

extension Asset {
  /// Posts the form of the page that leads back to the shop.
  static let returnScript = Asset("gmo-pg-return", .js, PackageResources.gmo_pg_return_js)
}
