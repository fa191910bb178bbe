import FerryCore
package import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox: HostedPageSandbox {
  package var notFound: PageAnswer {
    PageAnswer(Self.shell(.notFound).message("This page is not open", "Go back to the shop."))
  }

  /// `GET /pay/TOKEN` shows the payment page, and `POST` acts on it.
  package func answer(_ page: inout PageRequest<Sandbox>) throws -> PageAnswer? {
    if page.request.method == .get, page.segments.isEmpty { return home(api: "/api/open") }
    guard page.segments.count == 2, page.segments[0] == "pay" else { return nil }
    let token = page.segments[1]
    let payment = try page.change { ledger, _ throws(BankReason) in try ledger.enter(token) }
    guard page.request.method == .post else { return show(payment, at: "/pay/\(token)") }
    let form = try page.form()
    let act = try form.required("act") { BuyerAct(rawValue: $0) }
    let changed = try page.change { ledger, _ throws(BankReason) in
      try ledger.perform(.buyer(act, isDecidedLater: form["decision"] == "later"), on: payment.id)
    }
    let address = act == .approve ? changed.request.returnURL : changed.request.cancelURL
    guard act != .decline, let link = Link(ofMerchant: address, atMost: Rules.addressLimit) else {
      return show(changed, at: "/pay/\(token)")
    }
    return .seeOther(link)
  }

  private func show(_ payment: Payment, at link: Link) -> PageAnswer {
    let buttons = [("Pay", BuyerAct.approve), ("Be declined", .decline), ("Cancel", .cancel)].map { title, act in
      Button(title, act == .approve ? .primary : .secondary, name: "act", value: act.rawValue).html
    }
    return PageAnswer(
      Self.shell().page(
        "Pay from your account", lead: place.shopName,
        """
        \(if: !payment.declined.isEmpty, Notice(.error, "The payment was declined. Try again.").html)
        <p class="sum" id="amount">\(payment.total.display(.english))</p>\
        \(payment.request.note.map { "<p>\($0)</p>" as HTML })
        <form class="stack" method="post" action="\(link)">
        <label class="check"><input type="checkbox" name="decision" value="later">My bank decides later</label>
        \(buttons)</form>
        """))
  }
}
