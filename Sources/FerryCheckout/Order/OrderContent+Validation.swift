public import FerryCore

/// A field of an order that cannot be, and what to write there.
public struct OrderProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON Pointer into the request body.
  public let pointer: String
  public let detail: String

  public init(_ pointer: String, _ detail: String) {
    self.pointer = pointer
    self.detail = detail
  }

  public var description: String { "\(pointer): \(detail)" }
}

extension OrderContent {
  /// The most lines that an order has.
  public static let mostLines = 200

  /// - Throws: `OrderProblem` for the first field that cannot be.
  public func validate() throws(OrderProblem) {
    guard (1...Self.mostLines).contains(lines.count) else {
      throw OrderProblem("/order/lines", "An order has 1 to \(Self.mostLines) lines.")
    }
    for (index, line) in lines.enumerated() { try validate(line, at: "/order/lines/\(index)") }
    if let shipping {
      try requirePrice(shipping.standard, at: "/order/shipping/standard")
      if let countries = shipping.countries {
        guard !countries.isEmpty else {
          throw OrderProblem("/order/shipping/countries", "Name at least one country, or leave the field out for all.")
        }
        for (index, country) in countries.enumerated() where !Self.isCountryCode(country) {
          throw OrderProblem("/order/shipping/countries/\(index)", "Write a code of two capital letters, such as JP.")
        }
      }
      for (index, zone) in shipping.zones.enumerated() {
        try requirePrice(zone.price, at: "/order/shipping/zones/\(index)/price")
        guard !zone.regions.isEmpty else {
          throw OrderProblem("/order/shipping/zones/\(index)/regions", "Name at least one region.")
        }
      }
    }
    for price in shippingPrices {
      let quote: Quote
      do { quote = try Quote(self, shipping: price) } catch {
        throw OrderProblem("/order/lines", error.description)
      }
      guard quote.total.isPositive else { throw OrderProblem("/order/lines", "The total must be above zero.") }
    }
  }

  private static func isCountryCode(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// Every price that delivery can have; zero where nothing is delivered.
  public var shippingPrices: [Money] { shipping.map { [$0.standard] + $0.zones.map(\.price) } ?? [.zero(currency)] }

  private func validate(_ line: OrderLine, at pointer: String) throws(OrderProblem) {
    guard WrittenText.isSound(line.sku, 1...64) else {
      throw OrderProblem(pointer + "/sku", "Write 1 to 64 characters, without control characters.")
    }
    guard WrittenText.isSound(line.name, 1...200) else {
      throw OrderProblem(pointer + "/name", "Write 1 to 200 characters, without control characters.")
    }
    guard (1...9_999).contains(line.quantity) else {
      throw OrderProblem(pointer + "/quantity", "A quantity is 1 to 9999.")
    }
    try requirePrice(line.unitPrice, at: pointer + "/unitPrice")
  }

  private func requirePrice(_ price: Money, at pointer: String) throws(OrderProblem) {
    guard price.currency == currency else {
      throw OrderProblem(pointer + "/currency", "All prices are in the order's currency, \(currency).")
    }
    guard !price.isNegative else { throw OrderProblem(pointer + "/amount", "A price is not negative.") }
  }
}
