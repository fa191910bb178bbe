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
    var shell = Sandbox.shell(language: session.language)
    if problem != nil { shell.status = .unprocessableContent }
    return shell.page(
      title,
      lead: session.skipsReview
        ? "With the next step you pay \(shop)." : "Nothing is paid yet: \(shop) shows you the order first.",
      """
      <div class="who"><span>Signed in as \(buyer.name)</span>\(signOut)</div>
      \(problem.map { Notice(.error, $0).html })
      <form id="selection" class="stack" method="post" action="\(action)">
      <input type="hidden" name="amazonCheckoutSessionId" value="\(session.id)">\
      \(place.change.map { "<input type=\"hidden\" name=\"changeAction\" value=\"\($0.rawValue)\">" as HTML })
      \(if: showsAddresses, addresses)
      \(if: showsCards, cards)
      \(Button(session.skipsReview ? "Pay now" : "Continue", isWide: true).html)
      </form>
      <div class="leave">\(cancel)</div>
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
      let lines = [postal.addressLine1, postal.addressLine2, postal.addressLine3].compactMap(\.self)
      return """
        <label class="choice"><input type="radio" name="address" value="\(address.id)" id="address-\(address.id)"\
        \(if: address.id == chosen, " checked")\(if: !isAllowed, " disabled")>\
        <span><b>\(firstLine(postal))</b><small>\(lines.joined(separator: " "))</small>\
        <small>\(postal.name ?? "")</small>\
        \(if: !isAllowed, "<small>The shop does not deliver here</small>")</span></label>
        """
    }
    return "<fieldset><legend>Ship to</legend>\(choices)</fieldset>"
  }

  private func firstLine(_ postal: PostalAddress) -> String {
    let parts = [postal.stateOrRegion, postal.city].compactMap(\.self).joined(separator: " ")
    return switch postal.countryCode {
    case "JP": "\(parts) 〒\(postal.postalCode ?? "")"
    default: "\(parts) \(postal.postalCode ?? "")"
    }
  }

  private var cards: HTML {
    let choices = TestCard.allCases.map { card in
      CardChoice(card: card, isChosen: card == session.card ?? .visa1111).html
    }
    return "<fieldset><legend>Pay with</legend>\(choices)</fieldset>"
  }

  private var signOut: HTML {
    PageShell.button("signout", "/checkout/signout", "Sign out", session.id, "next", place)
  }

  private var cancel: HTML { PageShell.cancelButton("Cancel and go back", session.id, from: place) }
}

/// A card with the outcome that it simulates.
struct CardChoice {
  let card: TestCard
  let isChosen: Bool

  var html: HTML {
    """
    <label class="choice"><input type="radio" name="card" value="\(card.rawValue)" id="card-\(card.rawValue)"\
    \(if: isChosen, " checked")><span><b>\(card.descriptor)</b>\
    <small>\(outcome)</small></span></label>
    """
  }

  private var outcome: String {
    switch card.simulation {
    case .success: "succeeds"
    case .declined: "is declined"
    case .buyerCancels: "acts as if the buyer cancels"
    case .pendingThenAuthorized: "is pending, succeeds after 30 seconds, if the shop can wait"
    case .pendingThenDeclined: "is pending, is declined after 30 seconds, if the shop can wait"
    }
  }
}
