import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import SwedbankPayModule
import Testing

@testable import SwedbankPay

/// The lines of captures and reversals.
@Suite("Swedbank Pay: lines of captures and refunds")
struct OperationLineTests {
  typealias Line = SentLines.Line

  /// An order of 100.00 and 59.50, which is authorized.
  private static func two() throws -> Sale {
    var cups = try Sale(capture: .manual, content: .sek([.line("Vas", 10_000), .line("Kopp", 5_950)]))
    try cups.pay()
    return cups
  }

  private func sent(_ cups: Sale, _ name: String) throws -> [SentLines] {
    let sent = try cups.bank.sent(name).map { try SentLines($0.transaction) }
    for lines in sent { try lines.check() }
    return sent
  }

  @Test("A capture or refund by amount has one line that adds up")
  func byAmount() throws {
    var cups = try Self.two()
    try cups.apply(.capture("one", .sek(10_000)))
    try cups.apply(.capture("two", .sek(5_950)))
    try cups.apply(.refund("back", .sek(5_950)))
    #expect(cups.state("two") == .succeeded && cups.state("back") == .succeeded)
    let captures = try sent(cups, "captures")
    #expect(
      try captures.map { try $0.lines } == [
        [Line("OTHER", 10_000, 2_000, 2_500)], [Line("OTHER", 5_950, 1_190, 2_500)],
      ])
    #expect(captures[0].references == ["capture"])
    let refund = try #require(try sent(cups, "reversals").first)
    #expect(try refund.lines == [Line("OTHER", 5_950, 1_190, 2_500)])
    #expect(refund.json[0]["name"]?.string == "Refund of order F0123456789ABCD")
  }

  @Test("A capture by amount of an order with several rates has their average")
  func average() throws {
    var cups = try Sale(
      capture: .manual, content: .sek([.line("Bok", 10_600, "6"), .line("Te", 12_500, "12")]))
    try cups.pay()
    try cups.apply(.capture("one", .sek(5_000)))
    // The scripted order has a VAT of a fifth.
    let captures = try sent(cups, "captures")
    #expect(try captures.map { try $0.lines } == [[Line("OTHER", 5_000, 1_000, 2_500)]])
  }

  /// An order that is authorized, at a bank that states the VAT of all captures and reversals.
  private static func stated(_ content: OrderContent) throws -> Sale {
    var cups = try Sale(capture: .manual, content: content)
    let vat = try SentLines(cups.bank.sent("create").first?.order).vat
    cups.bank.set { $0.vat = vat }
    try cups.pay()
    return cups
  }

  struct Parts: Sendable {
    let name: String
    let content: @Sendable () throws -> OrderContent
    /// Amounts that make up the whole, with the VAT of each.
    let amounts: [(Int64, vat: Int64)]
  }

  static let parts = [
    Parts(
      name: "discounts", content: { try .sek([.line("Mugg", 14_900), .line("Bok", 24_900, "6")], discount: 5_000) },
      amounts: [(10_000, 1_102), (10_000, 1_103), (14_800, 1_633)]),
    Parts(
      name: "a discount and a gift card",
      content: { try .sek([.line("Mugg", 14_900), .line("Bok", 24_900, "6")], discount: 5_000, giftCard: 4_800) },
      amounts: [(10_000, 1_279), (10_000, 1_279), (10_000, 1_280)]),
    Parts(
      name: "a gift card that leaves less than the VAT",
      content: { try .sek([.line("Mugg", 12_500)], giftCard: 11_000) }, amounts: [(500, 500), (1_000, 1_000)]),
    Parts(
      name: "prices without VAT", content: { try .sek([.line("Mugg", 10_000)], included: false) },
      amounts: [(4_000, 800), (1, 0), (8_499, 1_700)]),
    Parts(name: "nothing taxed", content: { try .sek([.line("Bok", 900, "untaxed")]) }, amounts: [(400, 0), (500, 0)]),
  ]

  @Test(
    "Several captures and refunds by amount have one line each, and their VAT adds up to the order's", arguments: parts)
  func severalAmounts(_ parts: Parts) throws {
    var cups = try Self.stated(try parts.content())
    for (place, (amount, _)) in parts.amounts.enumerated() {
      try cups.apply(.capture(OperationID("c\(place)"), .sek(amount)))
    }
    for (place, (amount, _)) in parts.amounts.enumerated() {
      try cups.apply(.refund(OperationID("r\(place)"), .sek(amount)))
    }
    for name in ["captures", "reversals"] {
      let sent = try sent(cups, name)
      #expect(sent.map(\.amount) == parts.amounts.map { $0.0 }, "\(parts.name)")
      #expect(sent.map(\.vat) == parts.amounts.map { $0.vat }, "\(parts.name)")
      #expect(sent.allSatisfy { $0.json.count == 1 })
    }
    #expect(cups.checkout.payment?.refunded == cups.checkout.quote?.total)
  }

  @Test("After a capture by line, captures by amount share the VAT that it has left, and the last one has the rest")
  func afterLines() throws {
    let content = try OrderContent.sek([.line("Mugg", 12_500), .line("Bok", 10_600, "6")])
    var cups = try Self.stated(content)
    try cups.apply(.capture("line", nil, lines: [LineQuantity(id: "Mugg", quantity: 1)]))
    try cups.apply(.capture("some", .sek(5_000)))
    try cups.apply(.capture("rest", nil))
    #expect(try sent(cups, "captures").map(\.vat) == [2_500, 283, 317])

    // An amount that was captured before has a share of the line's VAT.
    cups = try Self.stated(content)
    try cups.apply(.capture("some", .sek(10_000)))
    try cups.apply(.capture("line", nil, lines: [LineQuantity(id: "Mugg", quantity: 1)]))
    try cups.apply(.capture("rest", nil))
    #expect(try sent(cups, "captures").map(\.vat) == [1_341, 2_500, 0])
  }

  @Test("A refund by amount has its share of the VAT that was captured")
  func refundOfCaptured() throws {
    var cups = try Self.stated(.sek([.line("Mugg", 12_500), .line("Bok", 10_600, "6")]))
    try cups.apply(.capture("line", nil, lines: [LineQuantity(id: "Mugg", quantity: 1)]))
    try cups.apply(.refund("some", .sek(5_000)))
    try cups.apply(.refund("rest", nil))
    #expect(try sent(cups, "reversals").map(\.vat) == [1_000, 1_500])
  }

  @Test("A capture or refund of the whole order has all its lines", arguments: [CapturePolicy.automatic, .manual])
  func whole(_ policy: CapturePolicy) throws {
    var cups = try Sale(capture: policy, content: .sek([.line("Vas", 10_000), .line("Bok", 5_950, "6")]))
    try cups.pay()
    if policy == .manual { try cups.apply(.capture("all", nil)) }
    try cups.apply(.refund("back", nil))
    for name in ["captures", "reversals"] {
      let lines = try sent(cups, name).map { try $0.lines }
      #expect(lines == [[Line("PRODUCT", 10_000, 2_000, 2_500), Line("PRODUCT", 5_950, 337, 600)]])
    }
  }

  @Test("Captures by line have their pieces, and the VAT of all is the line's")
  func pieces() throws {
    var cups = try Sale(capture: .manual, content: .sek([.line("Te", 999, quantity: 3)]))
    try cups.pay()
    for id in ["a", "b", "c"] {
      try cups.apply(.capture(OperationID(id), nil, lines: [LineQuantity(id: "Te", quantity: 1)]))
    }
    let captures = try sent(cups, "captures")
    #expect(try captures.flatMap { try $0.lines } == [200, 199, 200].map { Line("PRODUCT", 999, $0, 2_500) })
    #expect(Set(captures.flatMap(\.references)) == ["Te"])
  }

  @Test("A capture by line has negative lines for its part of discounts and gift cards, a refund one positive line")
  func reductions() throws {
    var cups = try Sale(
      capture: .manual,
      content: .sek([.line("Mugg", 14_900), .line("Bok", 24_900, "6")], discount: 5_000, giftCard: 4_800))
    try cups.pay()
    for id in ["Mugg", "Bok"] {
      let lines = [LineQuantity(id: id, quantity: 1)]
      try cups.apply(.capture(OperationID("c-\(id)"), nil, lines: lines))
      try cups.apply(.refund(OperationID("r-\(id)"), nil, lines: lines))
    }
    let captures = try sent(cups, "captures")
    #expect(
      try captures.map { try $0.lines } == [
        [Line("PRODUCT", 14_900, 2_980, 2_500), Line("DISCOUNT", -1_872, -374, 2_500), Line("DISCOUNT", -1_797, 0, 0)],
        [Line("PRODUCT", 24_900, 1_409, 600), Line("DISCOUNT", -3_128, -177, 600), Line("DISCOUNT", -3_003, 0, 0)],
      ])
    let refunds = try sent(cups, "reversals")
    #expect(
      try refunds.map { try $0.lines } == [
        [Line("PRODUCT", 11_231, 2_606, 2_500)], [Line("PRODUCT", 18_769, 1_232, 600)],
      ])
    #expect(cups.checkout.payment?.captured == .sek(30_000) && cups.checkout.payment?.refunded == .sek(30_000))
  }

  @Test("A refund of pieces whose discount does not divide is one piece")
  func undivided() throws {
    var cups = try Sale(content: .sek([.line("Te", 1_000, quantity: 3)], discount: 500))
    try cups.pay()
    try cups.apply(.refund("one", nil, lines: [LineQuantity(id: "Te", quantity: 2)]))
    let item = try #require(try sent(cups, "reversals").first?.json.first)
    // Two thirds of 2,500.
    #expect(try item.whole("unitPrice") == 1_667 && item.whole("quantity") == 1)
    #expect(item["name"]?.string == "2 x Te")
  }
}
