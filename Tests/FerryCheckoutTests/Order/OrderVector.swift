import FerryCheckout
import FerryCore
import Testing

/// An order and its right amounts, in minor units, which another program has computed.
struct OrderVector: Sendable, CustomTestStringConvertible {
  let name: String
  let content: OrderContent
  let shipping: Money
  /// Of each rate: what has it, as priced and after discounts, and the tax.
  let groups: [(amount: Int64, tax: Int64)]
  /// With tax, before gift cards.
  let price: Int64
  let tax: Int64
  /// The amount to pay; nil for the price.
  var due: Int64?
  /// The shares of the discounts of each line.
  var discounts: [Int64]?
  /// The tax of each line, then of delivery.
  var partTaxes: [Int64]?

  var testDescription: String { name }

  init(
    _ name: String, _ currency: Currency, _ lines: [Line], delivery: Line? = nil, included: Bool = true,
    rounding: Rounding = .halfUp, coupon: Int64? = nil, giftCard: Int64? = nil, _ groups: (Int64, Int64)...,
    price: Int64, tax: Int64, due: Int64? = nil, discounts: [Int64]? = nil, partTaxes: [Int64]? = nil
  ) {
    func money(_ units: Int64) -> Money { Money(minorUnits: units, currency) }
    self.name = name
    content = OrderContent(
      currency: currency,
      lines: lines.enumerated().map { place, line in
        OrderLine(
          sku: "s\(place)", name: "Line \(place)", quantity: line.quantity, unitPrice: money(line.price), tax: line.tax)
      },
      // Every part has a tax of its own, so that this rate must not show.
      tax: TaxRule(Rate(percent: "99") ?? .zero, rounding: rounding, included: included),
      shipping: delivery.map { ShippingRule(standard: money($0.price), tax: $0.tax) },
      discounts: coupon.map { [NamedAmount("Coupon", money($0))] },
      paidOtherwise: giftCard.map { [NamedAmount("Gift card", money($0))] })
    shipping = money(delivery?.price ?? 0)
    self.groups = groups.map { (amount: $0.0, tax: $0.1) }
    self.price = price
    self.tax = tax
    self.due = due
    self.discounts = discounts
    self.partTaxes = partTaxes
  }

  struct Line: Sendable {
    var quantity = 1
    let price: Int64
    let tax: PartTax
  }

  /// A line at a rate.
  static func at(_ percent: String, _ price: Int64, _ quantity: Int = 1, _ kind: TaxKind? = nil) -> Line {
    Line(quantity: quantity, price: price, tax: PartTax.rate(Rate(percent: percent) ?? .zero, kind))
  }

  static func untaxed(_ price: Int64) -> Line { Line(price: price, tax: .untaxed) }

  static let all: [OrderVector] = [
    OrderVector(
      "1: two Japanese rates", .jpy, [at("8", 1_080), at("10", 1_100)], delivery: at("10", 550), rounding: .down,
      (1_080, 80),
      (1_650, 150), price: 2_730, tax: 230),
    OrderVector(
      "2: tax added, rounded once", .jpy, Array(repeating: at("10", 105), count: 3), included: false, rounding: .down,
      (315, 31),
      price: 346, tax: 31),
    OrderVector(
      "3: tax included, rounded once", .jpy, Array(repeating: at("10", 105), count: 3), rounding: .down, (315, 28),
      price: 315,
      tax: 28),
    OrderVector(
      "4: a coupon over two rates", .jpy, [at("8", 998), at("10", 2_002)], delivery: at("10", 600), coupon: 500,
      (832, 62), (2_268, 206), price: 3_100, tax: 268, discounts: [166, 334]),
    OrderVector(
      "4, rounded down", .jpy, [at("8", 998), at("10", 2_002)], delivery: at("10", 600), rounding: .down, coupon: 500,
      (832, 61),
      (2_268, 206), price: 3_100, tax: 267),
    OrderVector(
      "5: a coupon on three pieces", .jpy, [at("8", 1_000, 3)], rounding: .down, coupon: 500, (2_500, 185),
      price: 2_500,
      tax: 185, discounts: [500], partTaxes: [185]),
    OrderVector(
      "5, in three lines", .jpy, Array(repeating: at("8", 1_000), count: 3), rounding: .down, coupon: 500, (2_500, 185),
      price: 2_500, tax: 185, discounts: [167, 167, 166], partTaxes: [62, 61, 62]),
    OrderVector(
      "6: a gift card leaves price and tax", .jpy, [at("8", 2_500)], rounding: .down, giftCard: 500, (2_500, 185),
      price: 2_500,
      tax: 185, due: 2_000),
    OrderVector(
      "7: a coupon for everything", .sek, [at("25", 12_500)], coupon: 12_500, (0, 0), price: 0, tax: 0,
      discounts: [12_500]),
    OrderVector(
      "8: a Swedish basket", .sek, [at("25", 14_900), at("6", 8_900), at("6", 24_900)], delivery: at("25", 4_900),
      (19_800, 3_960), (33_800, 1_913), price: 53_600, tax: 5_873, partTaxes: [2_980, 504, 1_409, 980]),
    OrderVector(
      "9: delivery as the goods", .sek, [at("6", 65_000), at("25", 35_000)],
      delivery: Line(price: 10_000, tax: .asGoods), included: false, (71_500, 4_290), (38_500, 9_625), price: 123_915,
      tax: 13_915),
    OrderVector(
      "10: three rates and none", .sek, [at("25", 11_900), at("12", 11_200), at("6", 10_600), untaxed(5_000)],
      (11_900, 2_380), (11_200, 1_200), (10_600, 600), price: 38_700, tax: 4_180, partTaxes: [2_380, 1_200, 600, 0]),
    OrderVector(
      "11: a Swedish coupon", .sek, [at("25", 14_900), at("6", 24_900)], coupon: 5_000, (13_028, 2_606),
      (21_772, 1_232), price: 34_800, tax: 3_838, discounts: [1_872, 3_128]),
    OrderVector("12: three pieces", .sek, [at("25", 999, 3)], (2_997, 599), price: 2_997, tax: 599),
    OrderVector(
      "13: two German rates", .eur, [at("19", 2_999), at("7", 1_999)], delivery: at("19", 490), (3_489, 557),
      (1_999, 131), price: 5_488, tax: 688, partTaxes: [479, 131, 78]),
    OrderVector(
      "14: Colombian goods, some excluded", .cop, [at("19", 11_900_000), at("5", 5_250_000), untaxed(3_000_000)],
      delivery: untaxed(1_200_000), (11_900_000, 1_900_000), (5_250_000, 250_000), price: 21_350_000, tax: 2_150_000,
      partTaxes: [1_900_000, 250_000, 0, 0]),
    OrderVector(
      "15: a Colombian meal", .cop, [at("8", 3_240_000, 1, .excise)], (3_240_000, 240_000), price: 3_240_000,
      tax: 240_000),
    OrderVector(
      "16: Texas taxes delivery", .usd, [at("8.25", 2_999)], delivery: at("8.25", 599), included: false, (3_598, 297),
      price: 3_895, tax: 297),
    OrderVector(
      "17: California does not", .usd, [at("7.25", 2_999)], delivery: untaxed(599), included: false, (2_999, 217),
      price: 3_815, tax: 217),
    OrderVector(
      "18: three decimals", .usd, [at("8.875", 20_000)], included: false, (20_000, 1_775), price: 21_775, tax: 1_775),
    OrderVector(
      "19: two Swedish rates", .sek, [at("6", 10_600), at("25", 12_500)], (10_600, 600), (12_500, 2_500), price: 23_100,
      tax: 3_100),
    OrderVector(
      "20: a Colombian book and delivery are excluded", .cop, [at("19", 11_900_000), untaxed(5_000_000)],
      delivery: untaxed(1_000_000),
      (11_900_000, 1_900_000), price: 17_900_000, tax: 1_900_000),
  ]
}
