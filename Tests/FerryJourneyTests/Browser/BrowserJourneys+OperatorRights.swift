import FerryCore
import FerryTesting
import Testing

extension BrowserJourneys.Operating {
  @Test(
    "An operator who may look sees no button, and is refused the form of one",
    arguments: OperatorDesk.Driver.testCases)
  func look(driver: OperatorDesk.Driver) async throws {
    try await withOperator(driver) { desk in
      let checkout = try await desk.paid("order-1", capture: .manual)
      try await desk.signOut()
      try await desk.signIn("viewer")
      for action in ["capture", "void", "forget"] {
        try await desk.open("/checkouts/\(checkout.id)")
        try await desk.browser.waitFor(text: "viewer · view only")
        let buttons = try await desk.browser.execute(
          "return document.querySelectorAll('main :is(form, button, .button)').length")
        #expect(buttons == 0)
        // The token is that of the viewer's own session.
        try await desk.browser.execute(
          """
          const form = document.querySelector("form[action='/sign-out']");
          const key = Object.assign(document.createElement("input"), { name: "key", value: "0123456789" });
          form.append(key);
          form.action = location.pathname + "/" + arguments[0];
          form.submit();
          """, [.string(action)])
        try await desk.browser.waitFor(text: "You are not allowed to do this")
      }
      #expect(try await desk.demo.ledger().map(\.captured) == [0])
      #expect(try await desk.demo.ledger().map(\.held) == [3000])
    }
  }

  @Test(
    "A form without the token, or with that of another session, or on another site changes nothing",
    arguments: OperatorDesk.Driver.testCases)
  func forms(driver: OperatorDesk.Driver) async throws {
    try await withOperator(driver) { desk in
      let checkout = try await desk.paid("order-1", capture: .manual)
      let path = "/checkouts/\(checkout.id)/capture"
      let browser = desk.browser
      let token = "document.querySelector(\"form[action$='/capture'] [name=csrf]\")"
      try await desk.open(path)
      let earlier = try await browser.execute("return \(token).value")
      try await desk.signOut()
      try await desk.signIn()
      for other in ["", earlier.string ?? ""] {
        try await desk.open(path)
        try await browser.execute("\(token).value = arguments[0]", [.string(other)])
        try await desk.confirm("capture")
        try await browser.waitFor(text: "You are not allowed to do this")
      }
      try await desk.open(path)
      let own = try await browser.execute("return \(token).value").string ?? ""
      try await browser.show(
        """
        <!doctype html><title>Another site</title><form method="post" action="\(desk.demo.operations)\(path)">\
        <input name="csrf" value="\(own)"><input name="key" value="0123456789"><button>Win</button></form>\
        <a href="\(desk.demo.operations)/checkouts/\(checkout.id)">As in a mail</a>
        """)
      try await browser.click("button")
      try await browser.waitFor(url: "/sign-in")
      #expect(try await desk.demo.ledger().map(\.captured) == [0])
      // A link of another site opens the page, and the session goes on.
      try await browser.back()
      try await browser.click("a")
      try await browser.waitFor(text: checkout.orderNumber)
      try await browser.click("form[action$='/capture'] button")
      try await desk.confirm("capture")
      try await browser.waitFor(text: "capture 3000 JPY by demo")
      #expect(try await desk.demo.ledger().map(\.captured) == [3000])
    }
  }
}
