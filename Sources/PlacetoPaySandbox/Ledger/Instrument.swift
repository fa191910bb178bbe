import FerryCore
import FerrySandbox

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
  private static func franchise(_ method: String) -> String { String((method.uppercased() + "____").prefix(5)) }

  static let cashMethods = [
    "gana": "Gana", "procesa": "Procesa", "efecty": "Efecty", "supergiros": "SuperGIROS",
    "pagoefectivo": "PagoEfectivo", "safetypay": "SafetyPay",
  ]

  static let transferMethods = [
    "pse": "PSE", "bancolombia": "Bancolombia", "banco_bogota": "Banco de Bogotá", "ebach": "ACH",
  ]

  /// The banks of a transfer, by the sandbox's own names.
  static let banks = ["Banco de Pruebas", "Banco Ejemplo"]
}

/// A card as the buyer entered it. It is reduced to a result at once and not kept.
struct EnteredCard: Sendable {
  let instrument: Instrument
  let outcome: CardOutcome
  let hasChallenge: Bool

  init(number: String, expiry: String, code: String, installments: Int = 1, at now: Moment) throws(BuyerRefusal) {
    let entry: CardEntry
    do throws(CardEntry.Problem) {
      entry = try CardEntry(number: number, expiry: expiry, code: code, today: Timestamp.date(now))
    } catch {
      throw .card(error)
    }
    let card = TestCard.find(entry.digits)
    let brand = card?.brand ?? CardBrand(number: entry.digits)
    instrument = Instrument(
      kind: .card, method: brand.rawValue, name: brand.name, issuer: "Banco de Pruebas", franchise: brand.franchise,
      bin: String(entry.digits.prefix(6)), lastDigits: String(entry.digits.suffix(4)),
      expiry: "\(entry.month)\(entry.year)", installments: installments)
    hasChallenge = card?.hasChallenge ?? false
    if let data = card?.data {
      outcome = (data.expiry, data.code) == ("\(entry.month)/\(entry.year)", entry.code) ? .approved : .declined
    } else {
      outcome = card?.outcome ?? .declined
    }
  }

  /// A test card with data that fit it, for acts by the control API.
  init(testNumber number: String, at now: Moment) throws(BuyerRefusal) {
    let year = (Int(Timestamp.date(now).prefix(4)) ?? 2026) + 1
    let data = TestCard.find(number)?.data ?? ("12/\(String(year).suffix(2))", "123")
    try self.init(number: number, expiry: data.expiry, code: data.code, at: now)
  }
}

/// A means of payment that the buyer saved, for charges without them.
struct SavedToken: Codable, Hashable, Identifiable, Sendable {
  /// 64 hexadecimal digits.
  let token: String
  /// 16 digits; the last four are the card's.
  let subtoken: String
  let instrument: Instrument
  let outcome: CardOutcome
  let owner: String?
  let savedAt: Moment
  var isValid = true

  var id: String { token }

  /// `subscription` of RedirectInformation.
  /// - Parameter date: Of the saving, by the true clock.
  func body(_ language: Language, savedAt date: Moment) -> JSONValue {
    let pairs = FieldList([
      "token": token, "subtoken": subtoken, "franchise": instrument.method, "franchiseName": instrument.name,
      "issuerName": instrument.issuer, "lastDigits": JSONValue(instrument.lastDigits), "validUntil": validUntil,
      "installments": instrument.installments,
    ])
    return ["type": "token", "status": Status.done.body(language, at: date), "instrument": pairs.body]
  }

  /// The last day of the card's last month, `YYYY-MM-DD`.
  private var validUntil: String {
    let expiry = instrument.expiry ?? "1299"
    let month = "20\(expiry.suffix(2))-\(expiry.prefix(2))"
    let last = [31, 30, 29, 28].first { Timestamp.isDate("\(month)-\($0)") } ?? 28
    return "\(month)-\(last)"
  }

  /// `data` of the card's facts.
  var facts: JSONValue {
    let expiry = instrument.expiry ?? "1299"
    return [
      "type": "card", "franchise": .string(instrument.method), "lastDigits": JSONValue(instrument.lastDigits),
      "validUntil": .string("\(expiry.prefix(2))/\(expiry.suffix(2))"), "owner": JSONValue(owner),
      "bin": JSONValue(instrument.bin),
    ]
  }
}

/// ATH Móvil of Puerto Rico: the buyer confirms in an app. The payer's phone number decides about the result ("ATH Móvil" in
/// the Gateway documentation's test data).
enum ATHMovil {
  enum Outcome: Hashable, Sendable {
    case decided(Status)
    /// Pending until a person decides in the console.
    case pending
    /// Pending until the session expires, and then rejected.
    case unconfirmed
  }

  /// - Parameter mobile: With or without the country's code; nil for a payer without one.
  static func outcome(_ mobile: String?) -> Outcome {
    let number = String((mobile ?? "").filter { ("0"..."9").contains($0) }.suffix(10))
    guard number.hasPrefix("9391111") else { return .decided(.approved) }
    switch number.suffix(3) {
    case "111": return .unconfirmed
    case "112": return .decided(.cancelledInApp)
    case "113", "117", "119", "169", "178", "190": return .decided(.exception)
    case "118", "120": return .pending
    default: return .decided(.approved)
    }
  }
}
