import DemoShop
import FerryCore
import FerryTesting
import Foundation
import Testing

extension BrowserJourneys.Operating {
  @Test(
    "A payment is found from the overview by its amount and by its order with one press, and its buyer's orders with one more",
    arguments: TestCases.first(of: Screen.all))
  func finding(screen: Screen) async throws {
    try await withOperator(.chromium, language: screen.language, width: screen.width) { desk in
      let browser = desk.browser
      let first = try await desk.paid("order-1", capture: .automatic, try OperatorDesk.mixed())
      let second = try await desk.paid("order-2", capture: .manual)
      for (text, id) in [("3,000", second.id), ("order-1", first.id)] {
        try await desk.open("/")
        var hand = Hand(desk: desk, screen: screen, name: "finding")
        try await browser.type(text, into: "#search")
        try await hand.press("form[role='search'] button")
        try await browser.waitFor(url: "/checkouts/\(id)")
        #expect(hand.presses == 1)
      }
      let name = try #require(first.review?.buyer?.name)
      let hand = Hand(desk: desk, screen: screen, name: "finding")
      try await desk.open("/checkouts")
      try await browser.type(String(name.suffix(2)), into: "#search")
      try await browser.click("form[role='search'] button")
      try await browser.waitFor(css: "#rows a[href='/checkouts/\(first.id)']")
      try await hand.look("found")
      try await browser.type("zzz", into: "#search")
      try await browser.click("form[role='search'] button")
      try await browser.waitFor(css: ".empty")
      try await hand.look("nothing")
      try await desk.openSettled(first.id)
      try await hand.look("checkout")
      try await browser.click("a[href$='/buyer']")
      try await browser.waitFor(css: "#totals")
      try await hand.look("buyer")
      try await desk.open("/checkouts?state=paid&currency=JPY&least=3000")
      try await hand.look("filtered")
      try await browser.click("details:has(#view) summary")
      try await browser.type("Paid yen", into: "#view")
      try await browser.click("form[action='/views'] button")
      try await browser.waitFor(css: "a[href='/checkouts?state=paid&currency=JPY&least=3000'][aria-current]")
      try await hand.look("view")
    }
  }

  @Test(
    "A day's captured money is on the overview, its list is one press away, and an operator's week two",
    arguments: TestCases.first(of: Screen.all))
  func numbers(screen: Screen) async throws {
    try await withOperator(.chromium, language: screen.language, width: screen.width) { desk in
      let browser = desk.browser
      let checkout = try await desk.paid("order-1", capture: .automatic, try OperatorDesk.mixed())
      _ = try await desk.paid("order-2", capture: .manual)
      try await desk.open("/")
      try await browser.waitFor(css: "#money-by-day a[href*='date=captured']")
      var hand = Hand(desk: desk, screen: screen, name: "numbers")
      try await hand.look("overview")
      try await hand.press("#money-by-day a[href*='date=captured']")
      try await browser.waitFor(css: "#rows a[href='/checkouts/\(checkout.id)']")
      #expect(hand.presses == 1)
      try await hand.look("captured")
      try await desk.openSettled(checkout.id)
      var journal = Hand(desk: desk, screen: screen, name: "journal")
      try await desk.open("/")
      try await journal.press("main a[href='/journal']")
      try await journal.press(".links a[href*='operator=demo']")
      try await browser.waitFor(url: "operator=demo")
      #expect(journal.presses == 2)
      try await journal.look("week")
    }
  }

  @Test("Why a payout is ¥312 short is two presses away", arguments: TestCases.first(of: Screen.all))
  func payout(screen: Screen) async throws {
    try await withOperator(.chromium, language: screen.language, width: screen.width) { desk in
      let browser = desk.browser
      let checkout = try await desk.paid("order-1", capture: .automatic)
      let charge = try #require(checkout.payment?.reference)
      try await desk.open("/payouts")
      let report = FileManager.default.temporaryDirectory.appending(path: "settlement-\(UUID()).csv")
      try Data(
        """
        SettlementId,TransactionPostedDate,AmazonTransactionId,TransactionType,AmazonOrderReferenceId,CurrencyCode,\
        TransactionAmount,TotalTransactionFee
        P-7,2026-05-18T15:48:50Z,\(charge),Capture,,JPY,3000,-180
        P-7,2026-05-18T15:48:51Z,,Reserve,,JPY,-132,0
        P-7,2026-05-18T15:48:52Z,,Transfer,,JPY,-2688,0

        """.utf8
      ).write(to: report)
      defer { try? FileManager.default.removeItem(at: report) }
      try await browser.type(report.path, into: "#report")
      try await browser.click("form[action^='/payouts/import'] button")
      try await browser.waitFor(url: "done=report")
      try await desk.open("/")
      var hand = Hand(desk: desk, screen: screen, name: "payout")
      if screen.width < 500 { try await hand.press("header [popovertarget]") }
      try await hand.press("header a[href='/payouts']")
      try await browser.waitFor(css: "#payouts .row")
      try await hand.look("list")
      try await hand.press("#payouts a.row")
      try await browser.waitFor(css: "#sums")
      try await browser.waitFor(text: "312")
      try await browser.waitFor(css: "#payments a[href='/checkouts/\(checkout.id)']")
      #expect(hand.presses <= 3)
      try await hand.look("payout")
    }
  }

  @Test("A line is refunded with a reason, with four presses", arguments: TestCases.first(of: Screen.all))
  func reason(screen: Screen) async throws {
    try await withOperator(.chromium, language: screen.language, width: screen.width) { desk in
      let browser = desk.browser
      let checkout = try await desk.paid("order-1", capture: .automatic, try OperatorDesk.mixed())
      try await desk.openSettled(checkout.id)
      var hand = Hand(desk: desk, screen: screen, name: "reason")
      try await hand.press("details:has(form[action$='/refund']) summary")
      try await hand.press("input[name='line-1']")
      try await browser.execute(
        "document.querySelector(\"details form[action$='/refund'] select[name='reason']\").value = 'defective';")
      try await hand.look("form")
      try await hand.press("details form[action$='/refund'] button")
      try await browser.waitFor(css: "form.confirm[action$='/refund']")
      try await hand.look("confirmation")
      try await hand.press("form.confirm[action$='/refund'] button")
      try await browser.waitFor(url: "done=refund")
      try await browser.waitFor(css: "#done .notice")
      #expect(hand.presses == 4)
      try await hand.look("done")
      try await desk.demo.pass(minutes: 2)
      try await browser.waitFor(css: "#money .chip.good")
      try await hand.look("succeeded")
    }
  }
}
