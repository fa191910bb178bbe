import FerryCheckout
import FerryCore
import FerryHTTP
import FerryTesting
import SwedbankPayModule
import Testing

@testable import SwedbankPay

/// The lines of a payment order, a capture or a reversal, as they were sent.
struct SentLines {
  struct Line: Hashable, CustomStringConvertible {
    var type: String
    var amount: Int64
    var vat: Int64
    /// Hundredths of a percent.
    var percent: Int64

    init(_ type: String, _ amount: Int64, _ vat: Int64, _ percent: Int64) {
      (self.type, self.amount, self.vat, self.percent) = (type, amount, vat, percent)
    }

    var description: String { "\(type) \(amount)/\(vat) @\(percent)" }
  }

  let amount: Int64
  let vat: Int64
  let json: [UntypedJSON]

  /// - Parameter body: `paymentorder`, or `transaction`.
  init(_ body: UntypedJSON?) throws {
    let body = try #require(body)
    amount = try body.whole("amount")
    vat = try body.whole("vatAmount")
    json = try #require(body["orderItems"]?.array)
  }

  /// The lines of a new payment order of this content.
  init(creating content: OrderContent) throws {
    let cups = try Sale(content: content)
    try self.init(cups.bank.sent("create").first?.order)
  }

  var lines: [Line] {
    get throws {
      try json.map {
        Line($0["type"]?.string ?? "", try $0.whole("amount"), try $0.whole("vatAmount"), try $0.whole("vatPercent"))
      }
    }
  }

  var references: [String] { json.map { $0["reference"]?.string ?? "" } }

  /// The rules that hold for all lines: sums, unit prices, signs, references and lengths of texts.
  func check() throws {
    let lines = try lines
    #expect(lines.map(\.amount).reduce(0, +) == amount)
    #expect(lines.map(\.vat).reduce(0, +) == vat)
    #expect(amount > 0 && (0...amount).contains(vat))
    #expect(Set(references).count == json.count)
    for (line, item) in zip(lines, json) {
      #expect(try item.whole("unitPrice") * item.whole("quantity") == line.amount, "\(line)")
      let isDiscount = line.type == "DISCOUNT"
      #expect(isDiscount ? line.amount < 0 && line.vat <= 0 : line.amount >= 0 && line.vat >= 0, "\(line)")
      #expect(line.vat.magnitude <= line.amount.magnitude && (0...10_000).contains(line.percent), "\(line)")
      #expect(try #require(item["reference"]?.string).wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
      for member in ["name", "description"] {
        #expect((1...40).contains(try #require(item[member]?.string).utf16.count))
      }
    }
  }
}

extension UntypedJSON {
  /// A member that is a whole number.
  func whole(_ name: String) throws -> Int64 {
    guard case .number(let text)? = self[name] else {
      Issue.record("\(name) is no number.")
      return .min
    }
    return try #require(Int64(text))
  }
}

extension OrderContent {
  /// An order in kronor with 25 % of VAT in its prices, as far as its lines do not differ.
  static func sek(
    _ lines: [OrderLine], included: Bool = true, delivery: ShippingRule? = nil, discount: Int64 = 0, giftCard: Int64 = 0
  ) throws -> OrderContent {
    func named(_ name: String, _ amount: Int64) -> [NamedAmount]? {
      amount > 0 ? [NamedAmount(name, .sek(amount))] : nil
    }
    return OrderContent(
      currency: .sek, lines: lines, tax: TaxRule(try .percent("25"), rounding: .halfUp, included: included),
      shipping: delivery, discounts: named("Kupong", discount), paidOtherwise: named("Presentkort", giftCard))
  }
}

extension OrderLine {
  /// - Parameter percent: Nil for the order's usual rate.
  static func line(
    _ name: String, _ price: Int64, _ percent: String? = nil, quantity: Int = 1, sku: String? = nil
  ) throws -> OrderLine {
    OrderLine(
      sku: sku ?? name, name: name, quantity: quantity, unitPrice: .sek(price),
      tax: try percent.map { $0 == "untaxed" ? .untaxed : .rate(try .percent($0)) })
  }
}

extension Rate {
  static func percent(_ text: String) throws -> Rate { try #require(Rate(percent: text)) }
}
