import FerryCore

/// What delivery costs, by where it goes. Ferry applies it to the address that the buyer chooses at the provider.
struct ShippingTariff: Sendable {
  struct Exception: Sendable {
    /// How the prefecture stands in addresses, in each script.
    let regions: [String]
    let price: Money
  }

  let standard: Money
  let exceptions: [Exception]

  /// ¥1,080 to Hokkaido and Okinawa, ¥540 elsewhere.
  static let demo = ShippingTariff(
    standard: .yen(540),
    exceptions: [Exception(regions: ["北海道", "沖縄県", "Hokkaido", "Okinawa"], price: .yen(1_080))])

  /// For "from ¥540". All prices are of one currency.
  var lowest: Money {
    exceptions.map(\.price).reduce(standard) { $1.minorUnits < $0.minorUnits ? $1 : $0 }
  }
}
