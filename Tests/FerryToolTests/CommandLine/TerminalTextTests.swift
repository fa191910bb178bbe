import ArgumentParser
import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import Foundation
import Testing

@testable import FerryTool

@Suite("Columns of the output, and values of options")
struct TerminalTextTests {
  private func record(_ what: LogEntry.What) -> TimelineEntryBody {
    TimelineEntryBody(LogEntry(at: SampleAttempt.start, what))
  }

  @Test("The columns of a timeline are as wide as the longest name, and never touch")
  func timeline() {
    let lines = Timeline.lines(
      [
        record(.event("notified CHARGE_PERMISSION.STATE_CHANGE", phase: "paid")),
        record(.event("created", phase: "open")), record(.call("read", result: "answered", milliseconds: 3)),
        record(.webhook("checkout.payment_updated", endpoint: "orders", result: "200", milliseconds: 4)),
        record(.money(.capture, .yen(4400))),
        record(.remark("a remark that runs on over all of the columns of the line")),
      ], since: SampleAttempt.start, zone: .gmt)
    let prefix = "  \(SampleAttempt.start.iso8601.dropLast())+00:00      +0.000 s  "
    #expect(
      lines == [
        prefix + "notified CHARGE_PERMISSION.STATE_CHANGE  → paid",
        prefix + "created                                  → open",
        prefix + "  read                                   answered, 3 ms",
        prefix + "  webhook checkout.payment_updated       orders 200, 4 ms",
        prefix + "  capture                                ¥4,400",
        prefix + "  ! a remark that runs on over all of the columns of the line",
      ])
    #expect(
      Timeline.text(record(.event("notified CHARGE.STATE_CHANGE", phase: "paid"))).contains(
        "CHARGE.STATE_CHANGE  → paid"))
  }

  @Test("A payment shows how the buyer has paid, as far as it is known, and nothing about the buyer")
  func payment() {
    var payment = PaymentBody(
      authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "C-1")
    #expect(!PaymentText.lines(payment, []).contains { $0.contains("method") })
    payment.method = PaymentMethodBody(code: "visa", name: "Visa", issuer: "Bank of Invention", lastDigits: "1111")
    payment.authorizationCode = "000123"
    #expect(
      PaymentText.lines(payment, [])[2] == "  method    Visa, Bank of Invention, authorization 000123")
    payment.method = PaymentMethodBody(code: "pse")
    #expect(PaymentText.lines(payment, [])[2] == "  method    pse, authorization 000123")
  }

  @Test("An operation shows the amount that the provider reports beside the one that was asked for")
  func reportedAmount() {
    let payment = PaymentBody(
      authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "ch1")
    let operation = OperationBody(
      id: "op_1", kind: "refund", amount: .yen(1000), state: .unknown, reason: nil, reference: nil,
      requestedAt: SampleAttempt.start, reportedAmount: .yen(700))
    let lines = PaymentText.lines(payment, [operation])
    #expect(lines.last?.contains("¥1,000 (reported ¥700)  outcome unknown") == true, "\(lines)")
  }

  @Test("Open disputes are listed with the nearest deadline first, and a payment shows those that have ended, too")
  func disputes() {
    func dispute(_ id: String, _ state: DisputeState, days: Int?, _ amount: Money? = nil) -> DisputeBody {
      DisputeBody(
        id: id, state: state, reason: .notReceived, amount: amount, openedAt: SampleAttempt.start,
        respondBy: days.map { SampleAttempt.start + .seconds($0 * 86_400) }, source: "provider")
    }
    func payment(_ disputes: DisputeBody...) -> PaymentBody {
      PaymentBody(
        authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "C-1",
        disputed: .yen(4400), disputes: disputes)
    }
    func listed(_ order: String, _ payment: PaymentBody) -> ListedPaymentBody {
      ListedPaymentBody(
        checkout: "co_\(order)", orderReference: order, orderNumber: "F-\(order)", provider: "amazon-pay", mode: .test,
        capture: .automatic, phase: .paid, createdAt: SampleAttempt.start, payment: payment, operation: nil)
    }
    let first = payment(dispute("a", .underReview, days: nil), dispute("b", .won, days: 1))
    let second = payment(dispute("c", .needsResponse, days: 9, .yen(1000)), dispute("d", .needsResponse, days: 7))
    let rows = DisputeText.rows([listed("A-1", first), listed("A-2", second)]).map { $0.map(\.text) }
    #expect(rows.map(\.last) == ["d", "c", "a"])
    #expect(
      rows.map { Array($0[1...]) } == [
        ["needsResponse", "all captured", "notReceived", "A-2", "F-A-2", "co_A-2", "d"],
        ["needsResponse", "¥1,000", "notReceived", "A-2", "F-A-2", "co_A-2", "c"],
        ["underReview", "all captured", "notReceived", "A-1", "F-A-1", "co_A-1", "a"],
      ])
    let lines = PaymentText.lines(first, [])
    #expect(lines[0] == "  money     authorized ¥4,400, captured ¥4,400, refunded ¥0, disputed ¥4,400")
    #expect(lines.suffix(3).first?.hasPrefix("  DISPUTE  STATE ") == true, "\(lines)")
    #expect(lines.last?.hasPrefix("  b        won ") == true, "\(lines)")
  }

  @Test("An order shows the ids of its lines, discounts, the tax of each rate, and gift cards")
  func order() throws {
    let eight = try #require(Rate(percent: "8"))
    let review = ReviewBody(
      revision: 1, buyer: nil, shippingAddress: nil, paymentDescriptor: nil,
      lines: [
        LineBody(
          id: "t-1", sku: "t-1", name: "煎茶", quantity: 2, unitPrice: .yen(1200), amount: .yen(2400), percent: eight),
        LineBody(
          id: "pot", sku: "p-1", name: "急須", quantity: 1, unitPrice: .yen(3300), amount: .yen(3000),
          percent: .tenPercent, discounts: [NamedAmount("Outlet", .yen(300))]),
      ], subtotal: .yen(5700), shipping: DeliveryPrice(.yen(600)), tax: .yen(463), taxIncluded: true,
      taxes: [
        TaxBody(percent: eight, kind: .excise, base: .yen(2017), tax: .yen(161)),
        TaxBody(percent: .tenPercent, kind: nil, base: .yen(3020), tax: .yen(302)),
      ], total: .yen(4500), discounts: [NamedAmount("Spring", .yen(500))],
      paidOtherwise: [NamedAmount("Gift card", .yen(1000))])
    #expect(
      OrderText.lines(review) == [
        "  line      t-1: 2 × ¥1,200, 煎茶", "  line      pot: 1 × ¥3,300, Outlet -¥300, 急須", "  discount  -¥500 Spring",
        "  shipping  ¥600", "  tax       ¥161 included, 8 % (excise) of ¥2,017",
        "  tax       ¥302 included, 10 % of ¥3,020", "  gift card -¥1,000 Gift card", "  total     ¥4,500",
      ])
  }

  @Test("An operation by lines shows them, and a table without one has no such column")
  func operationLines() {
    let payment = PaymentBody(
      authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "ch1")
    var operation = OperationBody(
      id: "op_1", kind: "refund", amount: .yen(1000), state: .succeeded, reason: nil, reference: nil,
      requestedAt: SampleAttempt.start)
    #expect(!PaymentText.lines(payment, [operation]).contains { $0.contains("LINES") })
    operation.lines = [LineQuantity(id: "t-1", quantity: 2), LineQuantity(id: "shipping", quantity: 1)]
    let lines = PaymentText.lines(payment, [operation])
    #expect(lines.contains { $0.hasSuffix("LINES") })
    #expect(lines.last?.hasSuffix("t-1=2, shipping=1") == true, "\(lines)")
  }

  @Test(
    "A line is named by its id, with a number of pieces behind the last equals sign",
    arguments: [
      ("tea", LineQuantity(id: "tea", quantity: 1)), ("tea=2", LineQuantity(id: "tea", quantity: 2)),
      ("a=b=3", LineQuantity(id: "a=b", quantity: 3)), ("tea=0", nil), ("tea=-1", nil), ("tea=x", nil), ("tea=", nil),
    ])
  func line(_ text: String, _ line: LineQuantity?) { #expect(LineArgument(argument: text)?.line == line) }

  @Test("An amount and lines cannot be named together")
  func amountAndLines() throws {
    #expect { try OperationOptions.parse(["A-1", "--amount", "5", "--line", "tea"]) } throws: { error in
      OperationOptions.message(for: error) == "--amount and --line cannot be used together."
    }
    let options = try OperationOptions.parse(["A-1", "--line", "tea=2", "--line", "shipping"])
    #expect(options.lines.map(\.line.quantity) == [2, 1])
  }

  @Test("A table has no blanks at the end of a line")
  func table() {
    #expect(
      TextTable.lines([["a", "bbb", ""], ["aaa", "b"], ["", "", "c"]]) == ["a    bbb", "aaa  b", "          c"])
  }

  @Test("An invalid port is refused with the valid range", arguments: ["--port", "--sandbox-port"])
  func port(_ option: String) {
    for number in ["99999", "0", "65536"] {
      #expect { try DemoPlaceOptions.parse([option, number]) } throws: { error in
        DemoPlaceOptions.message(for: error) == "\(option) must be a number from 1 to 65535."
      }
    }
    #expect { try DemoPlaceOptions.parse(["--port", "65535"]).sites() } throws: { error in
      "\(error)".contains("port 65536, which does not exist")
    }
  }

  @Test(
    "The problem of an invalid amount shows the form of its currency",
    arguments: [
      ("12,5", Currency.eur, "Write digits with an optional point, such as 8980 or 12.50."),
      ("1e3", .jpy, "Write digits with an optional point"), ("12.5", .jpy, "JPY has no decimals"),
      ("50.000", .cop, "COP has 2 decimals at most, and no point separates thousands; write 3000 or 3000.00."),
      ("99999999999999999999", .jpy, "too large"),
    ])
  func amount(_ text: String, _ currency: Currency, _ message: String) {
    #expect { try AmountArgument.money(text, "--amount", currency) } throws: { error in
      "\(error)".hasPrefix("--amount \(text) is not an amount in \(currency). ") && "\(error)".contains(message)
    }
  }
}
