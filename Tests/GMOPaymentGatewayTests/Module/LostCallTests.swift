import FerryCheckout
import FerryCore
import FerryTesting
import Testing

/// GMO has no idempotency keys: no call is sent twice before a search has proved that nothing happened.
@Suite("GMO: calls without an answer")
struct LostCallTests {
  typealias State = ScriptedGMO.State

  /// The operation loses its next answer.
  private func lose(
    _ operation: String, of gmo: ScriptedGMO, _ act: @escaping @Sendable (inout State) -> Void = { _ in }
  ) {
    gmo.set {
      $0.replies[operation] = { state in
        state.replies[operation] = nil
        act(&state)
        return .lost
      }
    }
  }

  @Test("A lost Entry that did not arrive is repeated with the same OrderID")
  func entryNotArrived() throws {
    let gmo = ScriptedGMO()
    lose("EntryTranAmazonpay", of: gmo)
    let tea = try Sale.paying(gmo)
    #expect(gmo.course == "address address entry search entry exec")
    #expect(gmo.requests[2].fields["OrderID"] == gmo.requests[4].fields["OrderID"])
    #expect(tea.checkout.phase.name == .paying)
  }

  @Test("After a lost Entry that has arrived, the search gives AccessID and AccessPass")
  func entryArrived() throws {
    let gmo = ScriptedGMO()
    lose("EntryTranAmazonpay", of: gmo) { state in
      let order = state.requests.last?.fields["OrderID"] ?? ""
      state.orders.append(order)
      state.amount = "5500"
    }
    let tea = try Sale.paying(gmo)
    #expect(gmo.course == "address address entry search exec")
    #expect(tea.checkout.phase.name == .paying)
  }

  @Test("A lost Exec that did not arrive is repeated")
  func execNotArrived() throws {
    let gmo = ScriptedGMO()
    lose("ExecTranAmazonpay", of: gmo)
    let tea = try Sale.paying(gmo)
    #expect(gmo.course == "address address entry exec search exec")
    #expect(tea.checkout.phase.name == .paying)
  }

  @Test("After a lost Exec the token is lost: nobody pays before it has expired, and then under a new OrderID")
  func execArrived() throws {
    let gmo = ScriptedGMO()
    lose("ExecTranAmazonpay", of: gmo) {
      $0.status = "REQSUCCESS"
      $0.expiresAt = .seconds(3_600)
    }
    let tea = try Sale.paying(gmo)
    #expect(gmo.course == "address address entry exec search search entry exec")
    let orders = gmo.requests.filter { $0.operation == "EntryTranAmazonpay" }.compactMap { $0.fields["OrderID"] }
    #expect(Set(orders).count == 2)
    #expect(tea.checkout.phase.name == .paying)
  }

  @Test("A lost capture is done if the search shows it, and repeated if it does not", arguments: [true, false])
  func sales(_ hasArrived: Bool) throws {
    var tea = try Sale.paying()
    tea.bank.set { $0.status = "AUTH" }
    lose("AmazonpaySales", of: tea.bank) { if hasArrived { $0.status = "SALES" } }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .paid)
    #expect(tea.payment?.captured == Sale.total)
    #expect(tea.bank.requests.count { $0.operation == "AmazonpaySales" } == (hasArrived ? 1 : 2))
  }

  @Test("A lost void is done if the search shows it, and repeated if it does not", arguments: [true, false])
  func void(_ hasArrived: Bool) throws {
    var tea = try Sale.paid(capture: .manual)
    lose("AmazonpayCancel", of: tea.bank) { if hasArrived { $0.status = "CANCEL" } }
    try tea.apply(.void("void"))
    #expect(tea.state("void") == .succeeded)
    #expect(tea.payment?.voided == Sale.total)
    #expect(tea.bank.requests.count { $0.operation == "AmazonpayCancel" } == (hasArrived ? 1 : 2))
  }

  @Test("A lost refund that the search shows by the lower amount is done, and not sent again")
  func refundArrived() throws {
    var tea = try Sale.paid()
    lose("AmazonpayCancel", of: tea.bank) { $0.amount = "4500" }
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .succeeded)
    #expect(tea.payment?.refunded == .yen(1_000))
    #expect(tea.bank.requests.count { $0.operation == "AmazonpayCancel" } == 1)
  }

  @Test("A lost refund is repeated only after two searches, three minutes apart, show the totals from before")
  func refundRepeated() throws {
    var tea = try Sale.paid()
    lose("AmazonpayCancel", of: tea.bank)
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .succeeded)
    #expect(tea.bank.course.hasSuffix("search cancel search search search cancel search"))
    tea.bank.set { #expect($0.elapsed == .seconds(300)) }
  }

  @Test("A refund that arrives during the wait is not sent again")
  func refundLate() throws {
    var tea = try Sale.paid()
    lose("AmazonpayCancel", of: tea.bank)
    tea.bank.set {
      $0.replies["SearchTradeMulti"] = { state in
        if state.elapsed >= .seconds(300) { state.amount = "4500" }
        return nil
      }
    }
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .succeeded)
    #expect(tea.bank.requests.count { $0.operation == "AmazonpayCancel" } == 1)
  }

  @Test("A lost refund does not take a larger refund in the console for its own, which GMO was seen paying out")
  func refundBesideRunning() throws {
    var tea = try Sale.paid()
    lose("AmazonpayCancel", of: tea.bank) { $0.status = "REQRETURN" }
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .pending)
    tea.bank.set {
      $0.status = "SALES"
      $0.amount = "2500"
      $0.cancelAmount = "3000"
    }
    try tea.apply(.recheckRequested)
    #expect(tea.state("one") == .unknown)
    #expect(tea.payment?.refunded == .yen(3_000))
  }

  @Test("If the total rises by another amount than a lost refund's, a person decides", arguments: ["5200", "2500"])
  func refundUnclear(left: String) throws {
    var tea = try Sale.paid()
    lose("AmazonpayCancel", of: tea.bank) { $0.amount = left }
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .unknown)
    #expect(tea.remarks.contains { $0.contains("admin console") })
    #expect(tea.bank.requests.count { $0.operation == "AmazonpayCancel" } == 1)
  }
}
