import FerryCore
import FerrySandbox

/// The `amount` object: a total with its taxes and details, which need not sum up to it.
struct RequestedAmount: Codable, Hashable, Sendable {
  let total: Money
  /// True if it names at least one tax or detail, of whatever kind.
  let hasParts: Bool
  private let taxes: JSONValue?
  private let details: JSONValue?

  /// The sandbox's own limit of an amount, in minor units: sums of amounts stay far below 64 bits.
  static let limit: Int64 = 1_000_000_000_000_000

  private static let taxKinds: Set<String> = [
    "valueAddedTax", "exciseDuty", "ice", "airportTax", "stateTax", "municipalTax", "reducedStateTax",
  ]
  private static let detailKinds: Set<String> = [
    "discount", "additional", "vatDevolutionBase", "shipping", "handlingFee", "insurance", "giftWrap", "subtotal",
    "fee", "tip", "airline", "interests",
  ]

  /// - Throws: If the currency is unknown, or the total is not positive or above the limit.
  init(_ reader: MemberReader) throws(APIRefusal) {
    let code = try reader.required("currency", reader.text("currency", 3...3))
    guard let currency = Currency(code) else { throw .invalid(reader.path("currency")) }
    let number = try reader.required("total", reader.decimal("total"))
    guard number.isPositive, let money = number.money(currency), money.isPositive, money.minorUnits <= Self.limit
    else {
      throw .invalid(reader.path("total"))
    }
    total = money
    hasParts = ["taxes", "details"].contains { !(reader[$0]?.elements ?? []).isEmpty }
    taxes = try Self.entries(of: "taxes", kinds: Self.taxKinds, amounts: ["amount", "base"], reader, currency)
    details = try Self.entries(of: "details", kinds: Self.detailKinds, amounts: ["amount"], reader, currency)
  }

  /// The entries of known kinds, rounded. PlacetoPay ignores the others.
  private static func entries(
    of list: String, kinds: Set<String>, amounts names: [String], _ reader: MemberReader, _ currency: Currency
  ) throws(APIRefusal) -> JSONValue? {
    guard let readers = try reader.objects(list) else { return nil }
    var entries: [JSONValue] = []
    for reader in readers {
      let kind = try reader.required("kind", reader.text("kind", 1...60))
      var entry: JSONValue = ["kind": .string(kind)]
      for name in names {
        guard let number = try reader.decimal(name) else {
          guard name != "amount" else { throw .invalid(reader.path(name)) }
          continue
        }
        guard let money = number.money(currency) else { throw .invalid(reader.path(name)) }
        entry = entry.appending([name: money.body(asText: false)])
      }
      if kinds.contains(kind) { entries.append(entry) }
    }
    return .array(entries)
  }

  var body: JSONValue {
    .object(present: [
      "currency": total.currency.code, "total": total.body(asText: false), "taxes": taxes, "details": details,
    ])
  }
}
