package import FerryCore

/// An amount as a provider's program wrote it.
package struct WrittenAmount: Hashable, Sendable {
  /// Number and currency for people, in printable ASCII, 60 characters at most: "29.949999999999999 USD".
  package let text: String
  /// The amount, as `Money(providerDecimal:)` reads it. Nil if it cannot be read, or is negative.
  package let money: Money?
  private let isExact: Bool

  /// - Parameters:
  ///   - number: As received; nil if there is none.
  ///   - currency: The code as received; nil if there is none.
  package init(_ number: String?, _ currency: String?) {
    let known = currency.flatMap { Currency($0) }
    self.init(number, currency, readAs: known, known)
  }

  /// - Parameter minorUnits: A whole number as received; nil if there is none.
  package init(minorUnits: String?, _ currency: Currency) {
    self.init(minorUnits, "in minor units of \(currency)", readAs: .jpy, currency)
  }

  /// - Parameter kind: The currency with as many decimals as the number has.
  private init(_ number: String?, _ unit: String?, readAs kind: Currency?, _ currency: Currency?) {
    let written = [number ?? "(none)", unit].compactMap(\.self).joined(separator: " ")
    text = String(
      String.UnicodeScalarView(written.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.prefix(60)))
    let read = number.flatMap { number in kind.flatMap { try? Money(providerDecimal: number, $0) } }
    money = read.flatMap { read in
      currency.flatMap { read.isNegative ? nil : Money(minorUnits: read.minorUnits, $0) }
    }
    isExact = read.map { Self.shortest($0.decimal) } == number.map { Self.shortest($0) }
  }

  /// A number without zeros at its end.
  private static func shortest(_ number: String) -> Substring {
    guard number.contains(".") else { return Substring(number) }
    var number = Substring(number)
    while number.last == "0" { number.removeLast() }
    return number.last == "." ? number.dropLast() : number
  }

  /// A remark for the timeline, unless the amount is written exactly.
  package func remark(of provider: String) -> String? {
    guard let money else { return "\(provider) names an amount that cannot be read: \(text)." }
    return isExact ? nil : "\(provider) names the amount \(text), which counts as \(money)."
  }
}
