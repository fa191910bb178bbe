public import FerryCore

extension OrderContent {
  /// The most lines that an order has.
  public static let mostLines = 200

  /// Everything that cannot be. Sums are looked at only when what they are made of is sound.
  var problems: [OrderProblem] {
    guard (1...Self.mostLines).contains(lines.count) else {
      return [OrderProblem("/order/lines", "An order has 1 to \(Self.mostLines) lines.")] + shippingProblems
    }
    let problems =
      lines.enumerated().flatMap { self.problems(of: $1, at: "/order/lines/\($0)") } + shippingProblems
    return problems.isEmpty ? totalProblem.map { [$0] } ?? [] : problems
  }

  /// Every price that delivery can have; zero where nothing is delivered.
  public var shippingPrices: [Money] { shipping?.prices ?? [.zero(currency)] }

  private var shippingProblems: [OrderProblem] {
    guard let shipping else { return [] }
    var problems = self.problems(ofPrice: shipping.standard, at: "/order/shipping/standard")
    if let countries = shipping.countries {
      if countries.isEmpty {
        problems.append(
          OrderProblem("/order/shipping/countries", "Name at least one country, or leave the field out for all."))
      }
      for (index, country) in countries.enumerated() where !Self.isCountryCode(country) {
        problems.append(
          OrderProblem("/order/shipping/countries/\(index)", "Write a code of two capital letters, such as JP."))
      }
    }
    for (index, zone) in shipping.zones.enumerated() {
      problems += self.problems(ofPrice: zone.price, at: "/order/shipping/zones/\(index)/price")
      if zone.regions.isEmpty {
        problems.append(OrderProblem("/order/shipping/zones/\(index)/regions", "Name at least one region."))
      }
    }
    return problems
  }

  private var totalProblem: OrderProblem? {
    for price in shippingPrices {
      let quote: Quote
      do { quote = try Quote(self, shipping: price) } catch { return OrderProblem("/order/lines", error.description) }
      guard quote.total.isPositive else { return OrderProblem("/order/lines", "The total must be above zero.") }
    }
    return nil
  }

  private static func isCountryCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private func problems(of line: OrderLine, at pointer: String) -> [OrderProblem] {
    var problems: [OrderProblem] = []
    if !WrittenText.isSound(line.sku, 1...64) {
      problems.append(OrderProblem(pointer + "/sku", "Write 1 to 64 characters, without control characters."))
    }
    if !WrittenText.isSound(line.name, 1...200) {
      problems.append(OrderProblem(pointer + "/name", "Write 1 to 200 characters, without control characters."))
    }
    if !(1...9_999).contains(line.quantity) {
      problems.append(OrderProblem(pointer + "/quantity", "A quantity is 1 to 9999."))
    }
    return problems + self.problems(ofPrice: line.unitPrice, at: pointer + "/unitPrice")
  }

  private func problems(ofPrice price: Money, at pointer: String) -> [OrderProblem] {
    var problems: [OrderProblem] = []
    if price.currency != currency {
      problems.append(
        OrderProblem(pointer + "/currency", "All prices are in the order's currency, \(currency)."))
    }
    if price.isNegative { problems.append(OrderProblem(pointer + "/amount", "A price is not negative.")) }
    return problems
  }
}
