import FerryCore
import FerrySandbox
import FerryWeb

typealias MemberReader = FerrySandbox.MemberReader<APIRefusal>

extension APIRefusal: MemberRefusal {
  /// PlacetoPay names the member alone.
  static func invalid(member path: String, _: String) -> Self { invalid(path) }

  static func path(_ name: String, in path: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  static func path(_ index: Int, of list: String) -> String { "\(list).\(index)" }

  static let textLimit = 255
}

extension MemberReader {
  func date(_ name: String) throws(APIRefusal) -> String? {
    try read(name, "") { member in member.text.flatMap { Timestamp.isDate($0) ? $0 : nil } }
  }

  /// A whole number of at least `least`, written as a number or as text.
  func wholeNumber(_ name: String, atLeast least: Int64) throws(APIRefusal) -> Int64? {
    try read(name, "") { member in member.wholeNumber.flatMap { $0 >= least ? $0 : nil } }
  }

  func decimal(_ name: String) throws(APIRefusal) -> DecimalNumber? { try read(name, "") { DecimalNumber($0) } }
}

extension Link {
  /// A session's page leads the buyer to this address: of the web, or of an app's own scheme. An example is
  /// `redirection://receipt?return`. The test host accepts it and leaves it unchanged.
  /// - Parameter text: 1 to 255 characters. Nil for an address that no browser may open.
  init?(returnAddress text: String) { self.init(ofMerchant: text, atMost: APIRefusal.addressLimit) }
}

/// A decimal number, exactly as a request wrote it. Nothing passes through floating point.
struct DecimalNumber: Hashable, Sendable {
  let isNegative: Bool
  /// Digits without leading zeros; empty for zero.
  private let digits: String
  /// The number of digits after the point.
  private let scale: Int

  /// A JSON number, or a text with digits and a point: both are accepted in practice. Nil for anything else.
  init?(_ value: JSONValue) {
    let text: String
    switch value {
    case .number(let literal): text = literal
    case .string(let written) where !written.contains(where: { "eE".contains($0) }): text = written
    default: return nil
    }
    let form = /(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+\-]?[0-9]+))?/
    guard let parts = text.wholeMatch(of: form)?.output, let exponent = Int(parts.4 ?? "0"),
      (-40...40).contains(exponent)
    else { return nil }
    let fraction = parts.3 ?? ""
    let all = parts.2 + fraction
    guard all.count <= 60 else { return nil }
    isNegative = !parts.1.isEmpty
    digits = String(all.drop { $0 == "0" })
    scale = fraction.count - exponent
  }

  var isZero: Bool { digits.isEmpty }
  var isPositive: Bool { !isZero && !isNegative }

  /// The amount in a currency's minor units, halves rounded away from zero. Nil for an amount that does not fit.
  func money(_ currency: Currency) -> Money? {
    let surplus = scale - currency.exponent
    let kept =
      surplus > 0 ? String(digits.dropLast(surplus)) : digits + String(repeating: "0", count: min(60, -surplus))
    // By the first digit that is cut off; it is a zero before the number's first one.
    let roundsUp = surplus > 0 && digits.count >= surplus && digits.suffix(surplus) >= "5"
    guard let units = Int64("0\(kept)"), !roundsUp || units < .max else { return nil }
    let rounded = units + (roundsUp ? 1 : 0)
    return Money(minorUnits: isNegative ? -rounded : rounded, currency)
  }
}

extension Money {
  /// The amount as a JSON number without superfluous zeros, or as text with all decimals. PlacetoPay writes both.
  func body(asText: Bool) -> JSONValue {
    guard !asText else { return .string(decimal) }
    return .number(decimal.contains(".") ? decimal.replacing(/\.?0+$/, with: "") : decimal)
  }
}
