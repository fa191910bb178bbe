import FerryCore
import FerrySandbox

/// A means of payment that the buyer saved, for charges without them.
struct SavedToken: Codable, Hashable, Sendable {
  /// 64 hexadecimal digits.
  let token: String
  /// 16 digits; the last four are the card's.
  let subtoken: String
  let instrument: Instrument
  let outcome: CardOutcome
  let owner: String?
  let savedAt: Moment
  var isValid = true

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
