import DemoShop
import FerryCore
import FerryTesting
import Testing

extension BrowserJourneys.Operating {
  @Test(
    "Whoever stops waiting for a provider then asks it again, or returns its money",
    arguments: OperatorDesk.Driver.testCases)
  func waiting(driver: OperatorDesk.Driver) async throws {
    try await withOperator(driver) { desk in
      let backend = try desk.backend(capture: .automatic)
      let asked = try await backend.approve(reference: "order-1")
      let rejected = try await backend.approve(reference: "order-2")
      try await desk.demo.atProvider(
        "faults", #"{"kind": "errorBeforeExecution", "operation": "getCharge", "status": 503, "count": 1000000}"#)
      for session in [asked, rejected] { try await backend.comeBackFromPayment(session) }
      #expect(try await desk.phase(asked.checkout) == .settling)
      // Everybody's session has ended when an answer is overdue.
      try await desk.demo.pass(minutes: 150)
      try await desk.signIn()
      try await desk.browser.click("#todo a[href*='state=overdue']")
      try await desk.browser.waitFor(css: "a.row[href='/checkouts/\(asked.checkout)']")
      for session in [asked, rejected] {
        try await desk.act("hold", on: session.checkout)
        #expect(try await desk.phase(session.checkout) == .held)
      }
      try await desk.demo.clearFaults()
      try await desk.act("ask", on: asked.checkout)
      try await desk.browser.waitFor(css: "#step .chip.good")
      try await desk.act("reject", on: rejected.checkout)
      try await desk.browser.waitFor(css: "#step .chip.over")
      // The sandbox decides about the refund.
      try await desk.demo.pass(minutes: 2)
      try await desk.browser.waitFor(text: "refund succeeded")
      #expect(try await desk.phase(asked.checkout) == .paid)
      #expect(try await desk.phase(rejected.checkout) == .cancelled)
      let kept = try await desk.demo.ledger().map { $0.held + $0.captured - $0.refunded }
      #expect(kept.sorted() == [0, 3000])
    }
  }

  @Test(
    "A payment of another amount is held until the provider agrees with what was asked for",
    arguments: OperatorDesk.Driver.testCases)
  func mismatch(driver: OperatorDesk.Driver) async throws {
    // Nobody but the operator has the server ask.
    try await withOperator(driver, arguments: ["--no-notifications"]) { desk in
      let checkout = try await desk.paid("order-1", capture: .automatic)
      try await desk.demo.atProvider("faults", #"{"kind": "otherAmount", "operation": "getCharge", "count": 1}"#)
      try await desk.open("/checkouts/\(checkout.id)/check")
      try await desk.confirm("check")
      try await desk.browser.waitFor(text: "differs from what was requested")
      #expect(try await desk.phase(checkout.id) == .held)
      try await desk.act("ask", on: checkout.id)
      try await desk.browser.waitFor(css: "#step .chip.good")
      #expect(try await desk.phase(checkout.id) == .paid)
      #expect(try await desk.demo.ledger().map(\.captured) == [3000])
    }
  }

  @Test("A webhook is sent again, and the timeline says by whom", arguments: OperatorDesk.Driver.testCases)
  func webhook(driver: OperatorDesk.Driver) async throws {
    try await withOperator(driver) { desk in
      let checkout = try await desk.paid("order-1", capture: .automatic)
      try await desk.open("/checkouts/\(checkout.id)")
      try await desk.browser.waitFor(css: "#webhooks .chip.good")
      try await desk.browser.click("#webhooks form button")
      try await desk.browser.waitFor(text: "sent again by demo")
      // The page waits for the attempt.
      try await desk.browser.waitFor(text: "Attempt 1: answered 204")
      try await desk.browser.click("#timeline details.all summary")
      try await desk.browser.waitFor(css: "#timeline li.action ~ li.call")
    }
  }
}
