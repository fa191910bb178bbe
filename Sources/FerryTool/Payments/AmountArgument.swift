import FerryCore

/// An amount as it is given to an option.
enum AmountArgument {
  /// - Throws: `CommandFailure`, which says how amounts of the currency are written.
  static func money(_ text: String, _ option: String, _ currency: Currency) throws -> Money {
    do {
      return try Money(decimal: text, currency)
    } catch .overflow {
      throw CommandFailure("\(option) \(text) is too large.")
    } catch {
      throw CommandFailure("\(option) \(text) is no amount in \(currency). \(howToWrite(currency))")
    }
  }

  private static func howToWrite(_ currency: Currency) -> String {
    let example = Money(minorUnits: 1250, currency).decimal
    return currency.exponent == 0
      ? "Write a whole number in digits alone, such as \(example): no comma, no point, no exponent."
      : "Write digits with at most \(currency.exponent) more after a point, such as \(example): no comma, no exponent."
  }
}
