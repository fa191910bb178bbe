import FerryCore
import FerrySandbox

/// The `payment` object of a session or of a charge.
struct PaymentRequest: Codable, Hashable, Sendable {
  let reference: String
  let description: String?
  let amount: RequestedAmount
  let allowsPartial: Bool
  let subscribes: Bool
  let shipping: Person?
  let fields: FieldList
  /// Items, recurrence and modifiers as they were checked, for the echo.
  private let rest: JSONValue
  let dispersion: [DispersionPart]

  /// - Parameters:
  ///   - usedFields: The number of the request's own fields.
  ///   - now: By the shop's clock.
  init(
    _ reader: MemberReader, isCheckin: Bool, usedFields: Int, _ rules: Rules, at now: Moment
  ) throws(APIRefusal) {
    reference = try Self.reference(reader)
    description = try reader.text("description", 0...255)
    amount = try RequestedAmount(reader.required("amount", reader.object("amount")))
    guard rules.currencies.contains(amount.total.currency) else { throw .invalid(reader.path("amount.currency")) }
    allowsPartial = try reader.flag("allowPartial") ?? false
    subscribes = try reader.flag("subscribe") ?? false
    shipping = try reader.object("shipping").map { member throws(APIRefusal) in try Person(member, cutsData: true) }
    fields = try FieldList(reader, besides: usedFields)
    let items = try Self.items(reader)
    let recurring = try reader.object("recurring").map { member throws(APIRefusal) in
      try Self.recurring(member, at: now)
    }
    rest = .object(present: ["items": items, "recurring": recurring, "modifiers": try Self.modifiers(reader)])
    dispersion = try DispersionPart.parts(reader, of: amount.total, rules)
    if allowsPartial {
      if rest["recurring"] != nil { throw .combination("allowPartial", "recurring") }
      if amount.hasParts { throw .combination("allowPartial", "taxes") }
      if !dispersion.isEmpty { throw .combination("allowPartial", "dispersion") }
      if isCheckin { throw .combination("allowPartial", "checkin") }
    }
    if !dispersion.isEmpty {
      if isCheckin { throw .combination("dispersion", "checkin") }
      if amount.hasParts { throw .combination("dispersion", "taxes") }
    }
  }

  /// - Throws: `invalidReference` unless there is a text of 1 to 32 characters.
  static func reference(_ reader: MemberReader) throws(APIRefusal) -> String {
    guard let text = reader["reference"]?.text, (1...32).contains(text.count), text.allSatisfy({ !$0.isNewline }) else {
      throw .invalidReference
    }
    return text
  }

  /// True if PlacetoPay charges the payment again by itself.
  var recurs: Bool { rest["recurring"] != nil }

  var body: JSONValue {
    JSONValue.object(present: [
      "reference": reference, "description": description, "amount": amount.body, "allowPartial": allowsPartial,
      "shipping": shipping?.body,
    ])
    .appending(rest)
    .appending(
      .object(present: [
        "dispersion": dispersion.isEmpty ? nil : dispersion.map(\.body),
        "fields": fields.fields.isEmpty ? nil : fields.fields.map(\.body), "subscribe": subscribes,
      ]))
  }
}

extension PaymentRequest {
  /// At most 50 items. The names, article numbers and quantities are cut, and nothing else is checked: samples in
  /// circulation send any category, and numbers as texts.
  private static func items(_ reader: MemberReader) throws(APIRefusal) -> JSONValue? {
    guard let items = try reader.objects("items") else { return nil }
    var cut: [JSONValue] = []
    for item in items.prefix(50) {
      var members: [JSONValue.Member] = []
      for (name, limit) in [("sku", 30), ("name", 120), ("category", 120), ("qty", 30), ("price", 30), ("tax", 30)] {
        guard let text = try item.scalar(name, 0...10_000) else { continue }
        let isNumber = if case .number? = item[name] { true } else { false }
        members.append(.init(name: name, value: isNumber ? .number(text) : .string(String(text.prefix(limit)))))
      }
      cut.append(.object(members))
    }
    return .array(cut)
  }

  /// A recurrence is checked and echoed. The sandbox does not charge it.
  private static func recurring(_ reader: MemberReader, at now: Moment) throws(APIRefusal) -> JSONValue {
    _ = try reader.required("periodicity", reader.choice("periodicity", ["D", "M", "Y"]))
    _ = try reader.required("interval", reader.wholeNumber("interval", atLeast: 1))
    let periods = try reader.required("maxPeriods", reader.wholeNumber("maxPeriods", atLeast: -1))
    guard periods != 0 else { throw .invalid(reader.path("maxPeriods")) }
    if let next = try reader.date("nextPayment"), next <= Timestamp.date(now) {
      throw .invalid(reader.path("nextPayment"))
    }
    _ = try reader.date("dueDate")
    _ = try reader.address("notificationUrl")
    return reader.value
  }

  /// Tax laws of Uruguay.
  private static func modifiers(_ reader: MemberReader) throws(APIRefusal) -> JSONValue? {
    guard let modifiers = try reader.objects("modifiers") else { return nil }
    for modifier in modifiers {
      _ = try modifier.required("type", modifier.choice("type", ["FEDERAL_GOVERNMENT"]))
      let code = try modifier.required("code", modifier.wholeNumber("code", atLeast: 0))
      guard [17_934, 18_083, 19_210, 18_910, 18_999].contains(code) else { throw .invalid(modifier.path("code")) }
      let additional = try modifier.required("additional", modifier.object("additional"))
      _ = try additional.required("invoice", additional.text("invoice", 1...9))
    }
    return .array(modifiers.map(\.value))
  }
}

/// The part of a payment that goes to another merchant.
struct DispersionPart: Codable, Hashable, Sendable {
  let amount: RequestedAmount
  let agreement: JSONValue
  let agreementType: String

  var body: JSONValue { ["agreement": agreement, "agreementType": .string(agreementType), "amount": amount.body] }

  /// The parts, whose rounded amounts must sum up to the total.
  static func parts(
    _ reader: MemberReader, of total: Money, _ rules: Rules
  ) throws(APIRefusal) -> [DispersionPart] {
    guard let readers = try reader.objects("dispersion"), !readers.isEmpty else { return [] }
    guard readers.count <= rules.dispersionLimit else { throw .tooManyDispersions }
    var parts: [DispersionPart] = []
    for part in readers {
      let agreement = try part.scalar("agreement", 0...32) ?? ""
      guard agreement.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .invalid(part.path("agreement")) }
      // A number in JSON has no leading zeros.
      let digits = String(agreement.drop { $0 == "0" })
      parts.append(
        DispersionPart(
          amount: try RequestedAmount(part.required("amount", part.object("amount"))),
          agreement: agreement.isEmpty ? .null : .number(digits.isEmpty ? "0" : digits),
          agreementType: try part.required(
            "agreementType", part.choice("agreementType", ["MERCHANT", "AIRLINE"]))))
    }
    guard let sum = try? Money.sum(parts.map(\.amount.total), in: total.currency), sum == total else {
      throw .invalid(reader.path("dispersion"))
    }
    return parts
  }
}
