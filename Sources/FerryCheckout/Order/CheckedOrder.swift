public import FerryCore

/// An order as the merchant states it, validated. Nothing else becomes an `Order`.
public struct CheckedOrder: Hashable, Sendable {
  /// The merchant's own name of the order.
  public let reference: String
  public let content: OrderContent

  /// - Parameter besides: Other problems of the request, to be reported together.
  /// - Throws: `OrderProblems` with all of them.
  public init(reference: String, content: OrderContent, besides: [OrderProblem] = []) throws(OrderProblems) {
    let problems = Self.problems(reference: reference, content: content) + besides
    guard problems.isEmpty else { throw OrderProblems(problems) }
    self.reference = reference
    self.content = content
  }

  public static func problems(reference: String, content: OrderContent) -> [OrderProblem] {
    let wrongReference =
      WrittenText.isSound(reference, 1...64)
      ? [] : [OrderProblem("/orderReference", "Write 1 to 64 characters, without control characters.")]
    return wrongReference + content.problems
  }
}

/// An invalid field of an order, with what to write instead.
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

/// All problems of an order.
public struct OrderProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// One for each field: the first that was found.
  public let problems: [OrderProblem]

  public init(_ problems: [OrderProblem]) {
    var named: Set<String> = []
    self.problems = problems.filter { named.insert($0.pointer).inserted }
  }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension OrderContent {
  public static let mostLines = 200

  /// All problems. Sums are checked only if their parts are valid.
  var problems: [OrderProblem] {
    guard (1...Self.mostLines).contains(lines.count) else {
      return [OrderProblem("/order/lines", "An order has 1 to \(Self.mostLines) lines.")] + shippingProblems
    }
    let problems =
      lines.enumerated().flatMap { self.problems(of: $1, at: "/order/lines/\($0)") } + shippingProblems
      + self.problems(of: discounts, at: "/order/discounts")
      + self.problems(of: paidOtherwise, at: "/order/paidOtherwise")
    return problems.isEmpty ? lineIDProblems + (totalProblem.map { [$0] } ?? []) : problems
  }

  /// Every price that delivery can have; zero where nothing is delivered.
  public var shippingPrices: [Money] { shipping?.prices ?? [.zero(currency)] }

  private var shippingProblems: [OrderProblem] {
    guard let shipping else { return [] }
    var problems = self.problems(ofPrice: shipping.standard, at: "/order/shipping/standard")
    problems += self.problems(of: shipping.tax, at: "/order/shipping/tax", isDelivery: true)
    if let countries = shipping.countries {
      if countries.isEmpty {
        problems.append(
          OrderProblem("/order/shipping/countries", "Name at least one country, or leave the field out for all."))
      }
      for (index, country) in countries.enumerated() {
        guard let advice = CountryCode.advice(country) else { continue }
        problems.append(OrderProblem("/order/shipping/countries/\(index)", advice))
      }
    }
    for (index, zone) in shipping.zones.enumerated() {
      problems += self.problems(ofPrice: zone.price, at: "/order/shipping/zones/\(index)/price")
    }
    problems += shipping.placeProblems
    return problems
  }

  private var totalProblem: OrderProblem? {
    for price in shippingPrices {
      do { _ = try Quote(self, shipping: price) } catch {
        return error as? OrderProblem ?? OrderProblem("/order/lines", "\(error)")
      }
    }
    return nil
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
      + self.problems(of: line.tax, at: pointer + "/tax")
      + self.problems(of: line.discounts, at: pointer + "/discounts")
  }

  func problems(ofPrice price: Money, at pointer: String) -> [OrderProblem] {
    var problems: [OrderProblem] = []
    if price.currency != currency {
      problems.append(
        OrderProblem(pointer + "/currency", "All prices are in the order's currency, \(currency)."))
    }
    if price.isNegative { problems.append(OrderProblem(pointer + "/amount", "A price is not negative.")) }
    return problems
  }
}

/// Texts that a log and a terminal can show as they are.
package enum WrittenText {
  /// Returns true if a text has so many code points (as JSON Schema counts `maxLength`), and no control characters,
  /// line or paragraph separators, or characters that change the direction of writing.
  package static func isSound(_ text: String, _ length: ClosedRange<Int>) -> Bool {
    length.contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy { !isControl($0) }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Emoji and Persian are written with joiners, which are of this category too.
    case .format: scalar.properties.isBidiControl
    default: false
    }
  }
}

/// The country codes of addresses: ISO 3166-1 alpha-2, as officially assigned in 2025.
enum CountryCode {
  private static let assigned = Set(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC \
    CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD \
    GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH \
    KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW \
    MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC \
    SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY \
    UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
    """.split(separator: " "))

  /// Codes that people write and that addresses do not have.
  private static let meant = ["UK": "GB", "EL": "GR"]

  /// The advice for a text that is no country's code; nil for a code.
  static func advice(_ text: String) -> String? {
    if assigned.contains(text[...]) { return nil }
    if let code = meant[text.uppercased()] { return "Write \(code)." }
    if text.uppercased() == "EU" { return "Name each country of the European Union." }
    return "Write a country's code of ISO 3166-1: two capital letters, such as JP."
  }
}
