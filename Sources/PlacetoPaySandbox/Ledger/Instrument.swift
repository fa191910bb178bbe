import FerryCore

/// A means of payment of a transaction, with the little of a card that may be kept: its first six and last four digits.
struct Instrument: Codable, Hashable, Sendable {
  enum Kind: String, Codable, Sendable {
    case card
    case transfer
    case cash
    /// An app on the buyer's phone.
    case wallet
  }

  let kind: Kind
  /// The code among the payment methods: "visa", "pse", "gana".
  let method: String
  let name: String
  let issuer: String
  let franchise: String
  var bin: String?
  var lastDigits: String?
  /// `MMYY`.
  var expiry: String?
  var installments = 1

  static func cash(_ method: String) -> Instrument {
    let name = cashMethods[method] ?? method
    return Instrument(kind: .cash, method: method, name: name, issuer: name, franchise: franchise(method))
  }

  static func transfer(_ method: String, bank: String) -> Instrument {
    Instrument(
      kind: .transfer, method: method,
      name: method == "pse" ? "Cuentas débito ahorro y corriente (PSE)" : transferMethods[method] ?? method,
      issuer: bank, franchise: method == "pse" ? "_PSE_" : franchise(method))
  }

  static let athMovil = Instrument(
    kind: .wallet, method: "athmv", name: "ATH Móvil", issuer: "ATH Móvil", franchise: "ATHMV")

  /// Five characters; PlacetoPay documents only some.
  private static func franchise(_ method: String) -> String {
    String((method.uppercased() + "____").prefix(5))
  }

  /// The names of cash payments by their codes.
  static let cashMethods = [
    "gana": "Gana", "procesa": "Procesa", "efecty": "Efecty", "supergiros": "SuperGIROS",
    "pagoefectivo": "PagoEfectivo", "safetypay": "SafetyPay",
  ]

  /// The names of bank transfers by their codes.
  static let transferMethods = [
    "pse": "PSE", "bancolombia": "Bancolombia", "banco_bogota": "Banco de Bogotá", "ebach": "ACH",
  ]

  /// The banks of a transfer, by the sandbox's own names.
  static let banks = ["Banco de Pruebas", "Banco Ejemplo"]
}

/// A card as the buyer entered it, checked for its form. It is reduced to a result at once and not kept.
struct EnteredCard: Sendable {
  enum Problem: Error, Hashable, Sendable {
    case number
    case expiry
    case code
  }

  let instrument: Instrument
  let outcome: CardOutcome
  let hasChallenge: Bool

  /// - Parameters:
  ///   - number: 12 to 19 digits; spaces may separate them.
  ///   - expiry: `MM/YY`, not past.
  ///   - code: 3 or 4 digits.
  ///   - now: By the sandbox's clock.
  init(number: String, expiry: String, code: String, installments: Int = 1, at now: Moment) throws(Problem) {
    let digits = String(number.filter { $0 != " " && $0 != "-" })
    guard digits.wholeMatch(of: /[0-9]{12,19}/) != nil else { throw .number }
    guard let match = expiry.wholeMatch(of: /(0[1-9]|1[0-2])\/?([0-9]{2})/)?.output else { throw .expiry }
    let month = "20\(match.2)-\(match.1)"
    guard month >= Timestamp.date(now).prefix(7) else { throw .expiry }
    guard code.wholeMatch(of: /[0-9]{3,4}/) != nil else { throw .code }
    let card = TestCard.find(digits)
    let brand = card?.brand ?? CardBrand(number: digits)
    instrument = Instrument(
      kind: .card, method: brand.rawValue, name: brand.name, issuer: "Banco de Pruebas", franchise: brand.franchise,
      bin: String(digits.prefix(6)), lastDigits: String(digits.suffix(4)), expiry: "\(match.1)\(match.2)",
      installments: installments)
    hasChallenge = card?.hasChallenge ?? false
    if let data = card?.data {
      outcome = (data.expiry, data.code) == ("\(match.1)/\(match.2)", code) ? .approved : .declined
    } else {
      outcome = card?.outcome ?? .declined
    }
  }

  /// A test card with data that fit it, for acts by the control API.
  init(testNumber number: String, at now: Moment) throws(Problem) {
    let year = (Int(Timestamp.date(now).prefix(4)) ?? 2026) + 1
    let data = TestCard.find(number)?.data ?? ("12/\(year % 100 < 10 ? "0" : "")\(year % 100)", "123")
    try self.init(number: number, expiry: data.expiry, code: data.code, at: now)
  }
}
