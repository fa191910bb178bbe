import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// The buyer selects an address and a card on this page, or changes one of them.
struct SelectionPage {
  let shop: String
  let session: CheckoutSession
  let buyer: TestBuyer
  let region: MerchantRegion
  let place: CheckoutPlace
  var problem: String?

  var page: Page {
    session.shell(problem == nil ? .ok : .unprocessableContent).page(
      title,
      lead: session.skipsReview
        ? "With the next step you pay \(shop)." : "Nothing is paid yet: \(shop) shows you the order first.",
      """
      <div class="who"><span>Signed in as \(buyer.name)</span>\
      \(PageShell.button("signout", "/checkout/signout", "Sign out", session.id, "next", place))</div>
      \(problem.map { Notice(.error, $0).html })
      <form id="selection" class="stack" method="post" action="\(action)">
      <input type="hidden" name="amazonCheckoutSessionId" value="\(session.id)">\
      \(place.change.map { "<input type=\"hidden\" name=\"changeAction\" value=\"\($0.rawValue)\">" as HTML })
      \(if: showsAddresses, addresses)
      \(if: showsCards, cards)
      \(Button(session.skipsReview ? "Pay now" : "Continue", isWide: true).html)
      </form>
      <div class="leave">\(PageShell.cancelButton("Cancel and go back", session.id, from: place))</div>
      """)
  }

  private var title: String {
    switch (showsAddresses, showsCards) {
    case (true, true): "Address and payment"
    case (true, false): "Address"
    case (false, _): "Payment"
    }
  }

  private var action: Link { place.change == nil ? "/checkout/select" : "/checkout/change" }

  private var showsAddresses: Bool {
    session.productType == .payAndShip && !session.skipsReview && place.change != .changePayment
  }

  private var showsCards: Bool { place.change != .changeAddress }

  private var addresses: HTML {
    let book = TestAddress.book(of: region).map { ($0, $0.postal(for: buyer)) }
    let allowed = book.filter { session.delivers(to: $0.1) }
    let chosen = book.first { $0.1 == session.address }?.0.id ?? allowed.first?.0.id
    let choices = book.map { address, postal -> HTML in
      let isAllowed = session.delivers(to: postal)
      let written = postal.writtenLines
      return """
        <label class="choice"><input type="radio" name="address" value="\(address.id)" id="address-\(address.id)"\
        \(if: address.id == chosen, " checked")\(if: !isAllowed, " disabled")>\
        <span><b>\(written.first ?? "")</b><small>\(written.dropFirst().joined(separator: " "))</small>\
        <small>\(postal.name ?? "")</small>\
        \(if: !isAllowed, "<small>The shop does not deliver here</small>")</span></label>
        """
    }
    return "<fieldset><legend>Ship to</legend>\(choices)</fieldset>"
  }

  private var cards: HTML {
    let choices = TestCard.allCases.map { $0.choice(isChosen: $0 == session.card ?? .visa1111) }
    return "<fieldset><legend>Pay with</legend>\(choices)</fieldset>"
  }
}
