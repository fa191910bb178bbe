import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@Suite("GMO: refunds")
struct RefundTests {
  @Test("A refund in part, then the rest")
  func parts() throws {
    var tea = try Sale.paid()
    try tea.apply(.refund("one", .yen(1_000)))
    try tea.apply(.refund("two", .yen(4_500)))
    #expect(tea.state("one") == .succeeded && tea.state("two") == .succeeded)
    #expect(tea.payment?.refunded == Sale.total)
    let amounts = tea.bank.requests.filter { $0.operation == "AmazonpayCancel" }.map { $0.fields["CancelAmount"] }
    #expect(amounts == ["1000", "4500"])
  }

  @Test(
    "Another amount that nobody accepted is forgotten once GMO agrees: the difference is no refund",
    arguments: ["AUTH", "SALES"])
  func forgotten(_ status: String) throws {
    var tea = try Sale.paying()
    tea.bank.set {
      $0.status = status
      $0.amount = "15500"
    }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .held(.amountMismatch))
    tea.bank.set {
      $0.status = "SALES"
      $0.amount = "5500"
    }
    try tea.apply(.resolve(.ask))
    #expect(tea.checkout.phase == .paid && tea.payment?.captured == Sale.total)
    #expect(tea.payment?.refunded.isZero == true)
  }

  /// GMO accepts the refund, and is paying it out.
  private func running() throws -> Sale {
    var tea = try Sale.paid()
    tea.bank.set {
      $0.replies["AmazonpayCancel"] = { state in
        state.status = "REQRETURN"
        state.amount = "4500"
        state.cancelAmount = "1000"
        return state.changed
      }
    }
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .pending)
    #expect(tea.payment?.refunded.isZero == true)
    return tea
  }

  @Test("A refund that GMO is paying out is pending until its end is seen")
  func asynchronous() throws {
    var tea = try running()
    tea.bank.set { $0.status = "SALES" }
    try tea.apply(.recheckRequested)
    #expect(tea.state("one") == .succeeded)
    #expect(tea.payment?.refunded == .yen(1_000))
  }

  @Test("A refund that GMO has accepted is done, also beside a larger one in the console")
  func besideTheConsole() throws {
    var tea = try running()
    tea.bank.set {
      $0.status = "SALES"
      $0.amount = "2500"
      $0.cancelAmount = "3000"
    }
    try tea.apply(.recheckRequested)
    #expect(tea.state("one") == .succeeded)
    #expect(tea.payment?.refunded == .yen(3_000))
  }

  @Test("A refund that GMO has accepted can fail: the money is as before, and can be refunded again")
  func failed() throws {
    var tea = try running()
    tea.bank.set {
      $0.status = "SALES"
      $0.amount = "5500"
      $0.cancelAmount = ""
      $0.replies = [:]
    }
    try tea.apply(.recheckRequested)
    #expect(tea.state("one") == .failed(.notAllowed))
    #expect(tea.payment?.refunded.isZero == true)
    try tea.apply(.refund("two", Sale.total))
    #expect(tea.state("two") == .succeeded)
  }

  @Test("A refund that GMO has accepted has not failed if the total rises by less: a person decides, or GMO")
  func smallerRise() throws {
    var tea = try running()
    tea.bank.set {
      $0.status = "SALES"
      $0.amount = "5100"
      $0.cancelAmount = "400"
    }
    try tea.apply(.recheckRequested)
    #expect(tea.state("one") == .unknown)
    tea.bank.set {
      $0.amount = "4500"
      $0.cancelAmount = "1000"
    }
    try tea.apply(.recheckRequested)
    #expect(tea.state("one") == .succeeded)
    #expect(tea.payment?.refunded == .yen(1_000))
  }

  @Test("Where the amount does not fall, the refunded amount counts")
  func amountStays() throws {
    var tea = try Sale.paid()
    tea.bank.set {
      $0.replies["AmazonpayCancel"] = { state in
        state.cancelAmount = "1000"
        return state.changed
      }
    }
    try tea.apply(.refund("one", .yen(1_000)))
    #expect(tea.state("one") == .succeeded)
    #expect(tea.payment?.refunded == .yen(1_000))
  }

  @Test("A refund of more than GMO has left is refused before it is asked for, and the console's refund is found")
  func console() throws {
    var tea = try Sale.paid()
    tea.bank.set {
      $0.amount = "2500"
      $0.cancelAmount = "3000"
    }
    try tea.apply(.refund("one", .yen(4_000)))
    #expect(tea.state("one") == .failed(.notAllowed))
    #expect(tea.payment?.refunded == .yen(3_000))
    #expect(!tea.bank.course.contains("cancel"))
    try tea.apply(.refund("two", .yen(2_500)))
    #expect(tea.state("two") == .succeeded)
    #expect(tea.payment?.refunded == Sale.total)
  }

  @Test("A refund that GMO refuses fails after a search; by a code that is not known, only after the wait")
  func refused() throws {
    for (code, wait) in [("M01085010", Duration.zero), ("E11019999", .seconds(300))] {
      var tea = try Sale.paid()
      tea.bank.set { $0.replies["AmazonpayCancel"] = { _ in ScriptedGMO.refusal(code) } }
      try tea.apply(.refund("one", .yen(1_000)))
      #expect(tea.state("one") == .failed(.notAllowed), "\(code)")
      tea.bank.set { #expect($0.elapsed == wait, "\(code)") }
      #expect(tea.bank.requests.count { $0.operation == "AmazonpayCancel" } == 1)
    }
  }

  @Test("A capture in the whole only: a part is refused before GMO is asked")
  func wholeCapture() throws {
    var tea = try Sale.paid(capture: .manual)
    #expect(throws: Refusal.capturedInWhole(Sale.total)) { try tea.apply(.capture("part", .yen(1_000))) }
    try tea.apply(.capture("whole", nil))
    #expect(tea.state("whole") == .succeeded)
  }
}
