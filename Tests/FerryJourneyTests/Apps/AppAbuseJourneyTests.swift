import FerryCheckout
import FerryCore
import FerryEngine
import FerryScriptedBuyer
import FerryTesting
import Testing

/// What others do to a buyer with an app, over the server's own routes, with the real engine and the sandbox: for each kind
/// of app, and to the end, where the provider's ledger holds what the buyer agreed to, or nothing.
@Suite("Apps among thieves, served in process on virtual time")
struct AppAbuseJourneyTests {
  @Test("Who takes the link and claims first gains nothing, and the buyer pays", arguments: AppKind.allCases)
  func thief(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let back = try await buyer.chooses()
      let thief = AppBuyer(kind, served).app
      let own = try await thief.create("cart-2")
      for token in [nil, own.clientToken] {
        let taken = CheckoutHandoff(checkout: back.handoff.checkout, clientToken: token)
        #expect(try await thief.claim(taken, back.link).problem?.statusCode == 401)
        await #expect(throws: Unexpected.self) { try await thief.read(taken) }
      }
      // The token alone opens nothing, and on his own checkout the code is none.
      #expect(try await thief.claim(back.handoff, back.link).problem?.statusCode == 403)
      #expect(try await thief.claim(own, back.link).problem?.type == .codeInvalid)
      try await buyer.pays(try await buyer.claim(back.handoff, back.session, back.arrival), served)
    }
  }

  @Test("A planted link is refused, whatever it says was agreed to, and the buyer pays", arguments: AppKind.allCases)
  func planted(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let back = try await buyer.chooses()
      for code in ["planted", "planted.1", AppReturnLink.code(back.link.code, agreeingTo: 2)] {
        let planted = AppReturnLink(checkout: back.handoff.checkout, code: code)
        #expect(try await buyer.app.claim(back.handoff, planted).problem?.type == .codeInvalid)
      }
      #expect(try await buyer.app.read(back.handoff).isLocked)
      try await buyer.pays(try await buyer.claim(back.handoff, back.session, back.arrival), served)
    }
  }

  @Test("Who has mailed his start page to somebody reads nothing of her, and buys nothing", arguments: AppKind.allCases)
  func mailedStart(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let sender = AppBuyer(kind, served)
      let handoff = try await sender.app.create("cart-1")
      let her = ScriptedApp(sender.app, browser: BuyerBrowser(served))
      let session = try await her.select(handoff.ticket)
      try await her.act(session, "select")
      let link = try await her.comeBackFromSelection(session).link
      // Her own app has not begun it.
      let herApp = AppBuyer(kind, served).app
      let unknown = CheckoutHandoff(checkout: handoff.checkout)
      #expect(try await herApp.claim(unknown, link).problem?.statusCode == 401)
      let read = try await sender.app.read(handoff)
      #expect(read.isLocked)
      #expect(read.review == nil)
      #expect(try await sender.app.shopReads(handoff).review == nil)
      let agreed = ConfirmCheckoutBody(revision: 1, total: .yen(9_520))
      #expect(try await sender.app.confirm(handoff, agreed).problem?.type == .returnUnclaimed)
      await #expect(throws: Unexpected.self) { try await sender.app.shopConfirms(handoff, agreed) }
      let place = "\(ServedInProcess.ferry)/ferry/review/\(handoff.checkout)"
      guard case .page(kind == .firstGeneration ? 403 : 404) = try await sender.app.follow(place) else {
        Issue.record("The sender's browser is shown the review.")
        return
      }
      // In his own browser he begins anew, without anything that she has brought.
      let own = try await sender.app.select(try await sender.app.begin(handoff).checkout.ticket)
      #expect(own.id != session.id)
      let file = try #require(await served.world.engine.file(CheckoutID(handoff.checkout)))
      #expect(file.details == nil)
      #expect(file.record == nil)
      #expect(served.money == [0, 0, 0])
    }
  }

  @Test(
    "Who has mailed the provider's page to somebody gets nothing of what she chooses there", arguments: AppKind.allCases
  )
  func mailedProviderPage(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let sender = AppBuyer(kind, served)
      let handoff = try await sender.app.create("cart-1")
      let session = try await sender.app.select(handoff.ticket)
      let her = ScriptedApp(sender.app, browser: BuyerBrowser(served))
      try await her.act(session, "select")
      guard case .page(403) = try await her.comeBackFromSelection(session),
        case .page(403) = try await sender.app.comeBackFromSelection(session)
      else {
        Issue.record("One of them is led on.")
        return
      }
      // His new start page has another return address: her session is seen not to be made for it.
      let own = try await sender.app.select(try await sender.app.begin(handoff).checkout.ticket)
      _ = try await sender.app.follow(own.returnURL.replacing(own.id, with: session.id))
      try await served.world.time.sleep(for: .seconds(5))
      #expect(try await sender.app.read(handoff).phase == .selecting)
      let file = try #require(await served.world.engine.file(CheckoutID(handoff.checkout)))
      #expect(file.details == nil)
      #expect(file.checkout.selection == nil)
      // With his own choice he goes on.
      try await sender.app.act(own, "select")
      let arrival = try await sender.app.comeBackFromSelection(own)
      try await sender.pays(try await sender.claim(handoff, own, arrival), served)
    }
  }

  @Test(
    "Who waits for what somebody else will choose in his session has lost it by looking too early",
    arguments: [AppKind.native, .webView])
  func lookedTooEarly(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let sender = AppBuyer(kind, served)
      let handoff = try await sender.app.create("cart-1")
      let session = try await sender.app.select(handoff.ticket)
      _ = try await sender.app.comeBackFromSelection(session)
      _ = try await sender.app.read(handoff, served.world.time) { !$0.awaitsProvider }
      let her = ScriptedApp(sender.app, browser: BuyerBrowser(served))
      try await her.act(session, "select")
      // Her browser is still on its way.
      let link = try await sender.app.comeBackFromSelection(session).link
      try await served.world.time.sleep(for: .seconds(5))
      let claimed = try await sender.app.claim(handoff, link).checkout
      #expect(claimed.phase == .selecting)
      #expect(claimed.review == nil)
      let own = try await sender.app.select(try await sender.app.begin(handoff).checkout.ticket)
      #expect(own.returnURL != session.returnURL)
      _ = try await sender.app.follow(own.returnURL.replacing(own.id, with: session.id))
      try await served.world.time.sleep(for: .seconds(5))
      let file = try #require(await served.world.engine.file(CheckoutID(handoff.checkout)))
      #expect(file.checkout.selection == nil)
      #expect(file.details == nil)
      // With his own choice he goes on.
      try await sender.app.act(own, "select")
      let arrival = try await sender.app.comeBackFromSelection(own)
      try await sender.pays(try await sender.claim(handoff, own, arrival), served)
    }
  }

  @Test(
    "A payment that comes back in another browser is asked about at once, and leads to nothing there",
    arguments: AppKind.allCases)
  func paymentElsewhere(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      try await buyer.pay(reviewing)
      let other = ScriptedApp(buyer.app, browser: BuyerBrowser(served))
      // Before he has approved it means nothing: he is still on the page.
      guard case .page(403) = try await other.comeBackFromPayment(reviewing.session) else {
        Issue.record("The other browser is led on.")
        return
      }
      _ = try await buyer.app.read(reviewing.handoff, served.world.time) { $0.phase == .paying }
      try await buyer.app.act(reviewing.session, "approve")
      let returned = served.world.time.now
      guard case .page(403) = try await other.comeBackFromPayment(reviewing.session) else {
        Issue.record("The other browser is led on.")
        return
      }
      // He has had enough, but he has paid.
      _ = try await buyer.app.cancel(reviewing.handoff)
      #expect(try await buyer.app.read(reviewing.handoff, served.world.time) { $0.phase.isFinal }.phase == .paid)
      #expect(served.world.time.now.since(returned) < .seconds(20))
      #expect(served.money == [9_520, 0, 0])
    }
  }

  @Test(
    "A locked change whose browser has lost its cookies begins anew, and is paid",
    arguments: [AppKind.native, .webView])
  func lostCookie(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let first = try await buyer.review()
      _ = try await buyer.change(first, .payment, card: "4444")
      #expect(try await buyer.app.read(first.handoff).isLocked)
      let cleared = AppBuyer(kind, ScriptedApp(buyer.app, browser: BuyerBrowser(served)))
      let ticket = try await cleared.app.begin(first.handoff).checkout.ticket
      #expect(ticket?.step == .resume)
      let session = try await cleared.app.select(ticket)
      #expect(session.id != first.session.id)
      try await cleared.app.act(session, "select")
      let arrival = try await cleared.app.comeBackFromSelection(session)
      try await cleared.pays(try await cleared.claim(first.handoff, session, arrival), served)
    }
  }

  @Test("A choice that nobody has claimed is forgotten when its checkout ends", arguments: AppKind.allCases)
  func forgotten(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let back = try await buyer.chooses()
      func details() async throws -> BuyerDetails? {
        try #require(await served.world.engine.file(CheckoutID(back.handoff.checkout))).details
      }
      _ = try await buyer.app.read(back.handoff, served.world.time) { $0.phase == .reviewing }
      #expect(try await details() != nil)
      #expect(try await buyer.app.cancel(back.handoff).checkout.phase == .cancelled)
      #expect(try await details() == nil)
    }
  }

  @Test(
    "A payment ticket that another browser opens, mailed or in Safari, leads to no payment there; reloaded, to nothing",
    arguments: AppKind.allCases)
  func mailedPayment(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      let ticket = try await buyer.confirm(reviewing)
      let other = ScriptedApp(buyer.app, browser: BuyerBrowser(served))
      await #expect(throws: Unexpected("The ticket for pay was answered with 403.")) { try await other.open(ticket) }
      guard case .payment = try await buyer.app.open(ticket) else {
        Issue.record("It leads to no payment in its own browser either.")
        return
      }
      await #expect(throws: Unexpected("The ticket for pay was answered with 410.")) {
        try await buyer.app.open(ticket)
      }
      try await buyer.app.act(reviewing.session, "approve")
      #expect(try await buyer.end(reviewing, served).phase == .paid)
      #expect(served.money == [9_520, 0, 0])
    }
  }

  @Test("Codes that are swapped, of an earlier trip or too late open nothing", arguments: AppKind.allCases)
  func codes(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let other = AppBuyer(kind, served)
      let back = try await buyer.chooses()
      let others = try await other.chooses("cart-2")
      #expect(try await buyer.app.claim(back.handoff, others.link).problem?.type == .codeInvalid)
      #expect(try await other.app.claim(others.handoff, back.link).problem?.type == .codeInvalid)
      // Ten minutes are too long; the way back is shown once more.
      try await served.world.time.sleep(for: .seconds(600))
      #expect(try await buyer.app.claim(back.handoff, back.link).problem?.type == .codeInvalid)
      guard case .back(let arrival) = try await buyer.app.open(try await buyer.app.begin(back.handoff).checkout.ticket)
      else {
        Issue.record("The browser is sent to the provider again.")
        return
      }
      let first = try await buyer.claim(back.handoff, back.session, arrival)
      let moved = try await buyer.change(first, .payment, card: "4444")
      // What the round trip before has brought says nothing about this one.
      #expect(try await buyer.app.claim(back.handoff, try arrival.link).problem?.type == .codeInvalid)
      #expect(try await buyer.app.read(back.handoff).isLocked)
      let second = try await buyer.claim(back.handoff, back.session, moved)
      try await buyer.pay(second)
      for link in [try arrival.link, try moved.link] {
        #expect(try await buyer.app.claim(back.handoff, link).problem?.type == .codeInvalid)
      }
      try await buyer.app.act(second.session, "approve")
      let last = try await buyer.app.comeBackFromPayment(second.session).link
      #expect(try await other.app.claim(others.handoff, last).problem?.type == .codeInvalid)
      #expect(try await buyer.app.claim(back.handoff, last).checkout.isLocked == false)
      #expect(try await buyer.app.read(back.handoff, served.world.time) { $0.phase.isFinal }.phase == .paid)
      #expect(served.money == [9_520, 0, 0])
    }
  }

  @Test(
    "Answers that are lost are asked for again, and what they answered has happened once", arguments: AppKind.allCases)
  func lostAnswers(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let back = try await buyer.chooses()
      _ = try await buyer.app.claim(back.handoff, back.link)
      let reviewing = try await buyer.claim(back.handoff, back.session, back.arrival)
      _ = try await buyer.confirm(reviewing)
      try await buyer.pays(reviewing, served)
    }
  }

  @Test("The client token of another checkout reads and does nothing", arguments: AppKind.allCases)
  func otherToken(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      let stranger = AppBuyer(kind, served).app
      let own = try await stranger.create("cart-2")
      let mixed = CheckoutHandoff(checkout: reviewing.handoff.checkout, clientToken: own.clientToken)
      await #expect(throws: Unexpected.self) { try await stranger.read(mixed) }
      for outcome in [
        try await stranger.begin(mixed), try await stranger.change(mixed, .address), try await stranger.keep(mixed),
        try await stranger.confirm(mixed, reviewing.agreed), try await stranger.cancel(mixed),
        try await stranger.claim(mixed, AppReturnLink(checkout: mixed.checkout, code: "x")),
      ] {
        #expect(outcome.problem?.statusCode == 401)
      }
      #expect(try await buyer.app.read(reviewing.handoff) == reviewing.checkout)
      try await buyer.pays(reviewing, served)
    }
  }

  @Test("A total that was altered is not agreed to, and nothing is bought for it", arguments: AppKind.allCases)
  func tamperedTotal(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let reviewing = try await buyer.review()
      let (revision, total) = (reviewing.agreed.revision, reviewing.agreed.total)
      for agreed in [
        ConfirmCheckoutBody(revision: revision, total: .yen(1)),
        ConfirmCheckoutBody(revision: revision + 1, total: total),
      ] {
        let altered = AppBuyer.Reviewing(
          handoff: reviewing.handoff, session: reviewing.session, checkout: reviewing.checkout, agreed: agreed)
        await #expect(throws: Unexpected.self) { try await buyer.confirm(altered) }
      }
      #expect(try await buyer.app.read(reviewing.handoff) == reviewing.checkout)
      try await buyer.pays(reviewing, served)
    }
  }

  @Test(
    "A page of another site begins nothing in her browser, and binds it to nothing; the ticket stays its owner's",
    arguments: AppKind.allCases)
  func loginCSRF(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let owner = AppBuyer(kind, served)
      let handoff = try await owner.app.create("cart-1")
      let ticket = try #require(handoff.ticket)
      let her = ScriptedApp(owner.app, browser: BuyerBrowser(served))
      let body = Array(#"{"ticket":"\#(ticket.text)"}"#.utf8)
      let start = ServedInProcess.ferry + "/ferry/start"
      for headers in [
        ["origin": "https://evil.example", "sec-fetch-site": "cross-site"], ["origin": "null"], [:],
        ["origin": "http://127.0.0.1:3080", "sec-fetch-site": "same-site"],
      ] {
        #expect(try await her.browser.post(start, json: body, headers: headers).status == 403)
      }
      // What a form can send, even from a page of our own.
      let own = ["origin": ServedInProcess.ferry, "sec-fetch-site": "same-origin"]
      #expect(try await her.browser.post(start, form: "ticket=\(ticket.text)", headers: own).status == 415)
      let session = try await owner.app.select(ticket)
      try await owner.app.act(session, "select")
      let arrival = try await owner.app.comeBackFromSelection(session)
      let reviewing = try await owner.claim(handoff, session, arrival)
      // Hers is not the browser that began. What he has claimed is not taken away from him by that.
      guard case .page(403) = try await her.comeBackFromSelection(session) else {
        Issue.record("Her browser is bound to his checkout.")
        return
      }
      try await owner.pays(reviewing, served)
    }
  }

  @Test("Whatever address a return names besides, it leads into the app and nowhere else", arguments: AppKind.allCases)
  func openRedirect(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let handoff = try await buyer.app.create("cart-1")
      let session = try await buyer.app.select(handoff.ticket)
      try await buyer.app.act(session, "select")
      let evil = "url=https://evil.example&next=//evil.example&linkHost=https://evil.example&scheme=javascript"
      // `follow` goes on as long as it is redirected, and fails at another's address.
      let arrival = try await buyer.app.follow("\(session.returnURL)&\(evil)")
      let back = "\(ServedInProcess.ferry)/ferry/back?\(try arrival.link.query)&\(evil)"
      let page = try await buyer.app.browser.get(back)
      #expect(page.status == 200)
      #expect(!String(decoding: page.body, as: UTF8.self).contains("evil.example"))
      try await buyer.pays(try await buyer.claim(handoff, session, arrival), served)
    }
  }

  @Test(
    "The browser is closed at each step, and the buyer goes on each time where he was, and pays once",
    arguments: AppKind.allCases)
  func closedAtEachStep(_ kind: AppKind) async throws {
    try await ServedInProcess.run { served in
      let buyer = AppBuyer(kind, served)
      let app = buyer.app
      let handoff = try await app.create("cart-1")
      _ = try await app.select(handoff.ticket)
      let session = try await app.select(try await app.begin(handoff).checkout.ticket)
      try await app.act(session, "select")
      _ = try await app.comeBackFromSelection(session)
      func goesOn() async throws -> ScriptedApp.Opening {
        try await app.open(try await app.begin(handoff).checkout.ticket)
      }
      guard case .back(let arrival) = try await goesOn() else {
        Issue.record("The way back is not shown again.")
        return
      }
      let reviewing = try await buyer.claim(handoff, session, arrival)
      _ = try await buyer.departForChange(reviewing, .address)
      guard case .change = try await goesOn() else {
        Issue.record("The change is not gone on with.")
        return
      }
      #expect(try await app.keep(handoff).checkout.review == reviewing.checkout.review)
      try await buyer.pay(reviewing)
      guard case .payment = try await goesOn() else {
        Issue.record("The payment is not gone on with.")
        return
      }
      try await app.act(session, "approve")
      #expect(try await buyer.end(reviewing, served).phase == .paid)
      #expect(served.money == [9_520, 0, 0])
    }
  }
}

extension AppBuyer {
  /// Where the buyer is on the way back, and nothing has been claimed.
  fileprivate struct WayBack: Sendable {
    let handoff: CheckoutHandoff
    let session: ScriptedApp.Session
    let arrival: ScriptedApp.Arrival
    let link: AppReturnLink
  }

  fileprivate func chooses(_ reference: String = "cart-1") async throws -> WayBack {
    let handoff = try await app.create(reference)
    let session = try await app.select(handoff.ticket)
    try await app.act(session, "select")
    let arrival = try await app.comeBackFromSelection(session)
    return WayBack(handoff: handoff, session: session, arrival: arrival, link: try arrival.link)
  }

  /// Pays what he was shown, and the ledger holds just that.
  fileprivate func pays(_ reviewing: Reviewing, _ served: ServedInProcess) async throws {
    try await pay(reviewing)
    try await app.act(reviewing.session, "approve")
    #expect(try await end(reviewing, served).phase == .paid)
    #expect(served.money == [reviewing.agreed.total.minorUnits, 0, 0])
  }
}
