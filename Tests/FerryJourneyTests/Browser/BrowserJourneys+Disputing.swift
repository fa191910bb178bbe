import DemoShop
import FerryCore
import FerryTesting
import Foundation
import Testing

extension BrowserJourneys.Operating {
  @Test(
    "A dispute is seen from the overview with one press, and closed with three",
    arguments: TestCases.first(of: Screen.all))
  func dispute(screen: Screen) async throws {
    try await withOperator(.chromium, language: screen.language, width: screen.width) { desk in
      let checkout = try await desk.paid("order-1", capture: .automatic)
      let charge = try #require(checkout.payment?.reference)
      try await desk.demo.atProvider("amazon-pay/charges/\(charge)/console", #"{"action": "chargeback"}"#)
      var hand = Hand(desk: desk, screen: screen, name: "dispute")
      try await desk.open("/")
      try await desk.browser.waitFor(css: "#todo .chip.bad")
      try await hand.look("overview")
      try await hand.press("#todo a.row[href='/checkouts/\(checkout.id)']")
      try await desk.browser.waitFor(css: "#disputes .chip.bad")
      #expect(hand.presses == 1)
      try await hand.look("seen")
      // The form of the update is the last one of the row.
      try await hand.press("#disputes li details:last-of-type summary")
      try await desk.browser.execute(
        "document.querySelector(\"#disputes li details:last-of-type select[name='state']\").value = 'won';")
      try await hand.press("#disputes li details:last-of-type button")
      try await desk.browser.waitFor(css: "#disputes .chip.good")
      #expect(hand.presses == 3)
      try await hand.look("closed")
    }
  }

  @Test("Evidence is sent from the page with a text and a file", arguments: TestCases.first(of: Screen.all))
  func evidence(screen: Screen) async throws {
    try await withOperator(.chromium, language: screen.language, width: screen.width) { desk in
      let checkout = try await desk.paid("order-1", capture: .automatic)
      let charge = try #require(checkout.payment?.reference)
      try await desk.demo.atProvider("amazon-pay/charges/\(charge)/console", #"{"action": "chargeback"}"#)
      try await desk.openSettled(checkout.id)
      try await desk.browser.waitFor(css: "#disputes li details summary")
      let hand = Hand(desk: desk, screen: screen, name: "evidence")
      try await desk.browser.click("#disputes li details:first-of-type summary")
      try await desk.browser.type("1Z999AA10123456784", into: "textarea[name='text-1']")
      let invoice = FileManager.default.temporaryDirectory.appending(path: "invoice-\(UUID()).pdf")
      try Data("%PDF-1.7".utf8).write(to: invoice)
      defer { try? FileManager.default.removeItem(at: invoice) }
      try await desk.browser.type(invoice.path, into: "input[name='file-2']")
      try await hand.look("form")
      try await desk.browser.click("#disputes form[action$='/answer'] button")
      try await desk.browser.waitFor(url: "done=evidence")
      try await desk.browser.waitFor(css: "#disputes .chip.open")
      try await hand.look("sent")
    }
  }

  @Test(
    "A held payment is decided on one screen with both amounts, with two presses",
    arguments: TestCases.first(of: Screen.all))
  func held(screen: Screen) async throws {
    try await withOperator(.chromium, arguments: ["--no-notifications"], language: screen.language, width: screen.width)
    { desk in
      let checkout = try await desk.paid("order-1", capture: .automatic)
      try await desk.demo.atProvider("faults", #"{"kind": "otherAmount", "operation": "getCharge", "count": 1}"#)
      try await desk.open("/checkouts/\(checkout.id)/check")
      try await desk.confirm("check")
      try await desk.browser.waitFor(css: "#step a[href$='/accept'], a[href$='/accept']")
      var hand = Hand(desk: desk, screen: screen, name: "held")
      try await hand.look("seen")
      try await hand.press("a[href$='/reject']")
      try await hand.look("decision")
      try await hand.press("form.confirm[action$='/reject'] button")
      try await desk.browser.waitFor(url: "/checkouts/\(checkout.id)")
      #expect(hand.presses == 2)
      try await hand.look("decided")
    }
  }
}
