public import FerryCore

extension Money {
  /// Reads an amount of an export, with a point or a comma before the decimals, and points, commas, blanks or apostrophes between
  /// thousands: `-12.50`, `3000,00`, `1.234,56`, `1 234,56`. Zeros beyond the currency's decimals are accepted.
  ///
  /// One mark before three last digits can stand for either: `3.000`. It is an error, except a comma in a currency without decimals
  /// (`3,000` yen are three thousand) and a point in one with three.
  /// - Throws: `MoneyError.notANumber`, `.overflow`; `.tooManyDecimals` for an amount that is ambiguous.
  public init(written text: String, _ currency: Currency) throws(MoneyError) {
    var digits = text[...]
    while digits.first?.isWhitespace ?? false { digits.removeFirst() }
    while digits.last?.isWhitespace ?? false { digits.removeLast() }
    let isNegative = digits.first == "-" || digits.first == "\u{2212}"
    if isNegative { digits.removeFirst() }
    let (whole, fraction) = try Self.parts(digits, currency)
    let groups = whole.split(omittingEmptySubsequences: false) { !$0.isNumber }
    let marks = Set(whole.filter { !$0.isNumber }.map { $0.isWhitespace ? " " : $0 })
    guard marks.isEmpty || marks.count == 1 && marks.isSubset(of: [".", ",", " ", "'", "\u{2019}"]),
      groups.count == 1 || (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { throw .notANumber }
    try self.init(
      providerDecimal: (isNegative ? "-" : "") + groups.joined() + (fraction.map { "." + $0 } ?? ""), currency)
  }

  /// The digits before and after the mark of the decimals.
  private static func parts(
    _ digits: Substring, _ currency: Currency
  ) throws(MoneyError) -> (whole: Substring, fraction: Substring?) {
    guard let place = digits.lastIndex(where: { $0 == "." || $0 == "," }) else { return (digits, nil) }
    let (mark, whole, fraction) = (digits[place], digits[..<place], digits[place...].dropFirst())
    if whole.contains(mark) { return (digits, nil) }
    let isAlone = whole.allSatisfy(\.isNumber)
    guard isAlone, fraction.count == 3, (1...3).contains(whole.count), whole != "0" else { return (whole, fraction) }
    switch (currency.exponent, mark) {
    case (0, ","): return (digits, nil)
    case (3, "."): return (whole, fraction)
    default: throw .tooManyDecimals(currency)
    }
  }
}
