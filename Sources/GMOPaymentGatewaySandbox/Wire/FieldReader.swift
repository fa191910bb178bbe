import AmazonPaySandbox
import FerryCore

/// Reads the fields of a request, and collects every error.
struct FieldReader {
  let fields: ReceivedFields
  private(set) var errors: [GatewayError] = []

  init(_ fields: ReceivedFields) { self.fields = fields }

  /// - Throws: All errors so far.
  func requireSound() throws(GatewayErrors) { if !errors.isEmpty { throw GatewayErrors(errors) } }

  mutating func refuse(_ error: GatewayError) { if !errors.contains(error) { errors.append(error) } }

  // MARK: Shop and order

  /// ShopID and ShopPass, as they are.
  mutating func credentials() -> (id: String, password: String) {
    (
      alphanumeric("ShopID", 1...13, missing: ("E01010001", nil), malformed: ("E01010008", nil)),
      alphanumeric("ShopPass", 1...64, missing: ("E01020001", nil), malformed: ("E01020008", nil))
    )
  }

  mutating func orderID() -> String {
    guard let id = fields["OrderID"]?.text else {
      refuse(GatewayError("E01040001", twin: "M01004001", "OrderID is missing."))
      return ""
    }
    if id.unicodeScalars.count > 27 {
      refuse(GatewayError("E01040003", twin: "M01004012", "OrderID has more than 27 characters."))
    }
    if id.wholeMatch(of: /[0-9A-Za-z\-]*/) == nil {
      refuse(GatewayError("E01040013", twin: "M01004013", "OrderID has other characters than letters, digits and -."))
    }
    return id
  }

  mutating func access() -> (id: String, password: String) {
    (
      alphanumeric("AccessID", 32...32, missing: ("E01090001", "M01007001"), malformed: ("E01090008", "M01007008")),
      alphanumeric("AccessPass", 32...32, missing: ("E01100001", "M01008001"), malformed: ("E01100008", "M01008008"))
    )
  }

  private typealias Codes = (info: String, twin: String?)

  private mutating func alphanumeric(
    _ name: String, _ count: ClosedRange<Int>, missing: Codes, malformed: Codes
  ) -> String {
    guard let text = fields[name]?.text else {
      refuse(GatewayError(missing.info, twin: missing.twin, "\(name) is missing."))
      return ""
    }
    if !count.contains(text.utf8.count) || text.wholeMatch(of: /[0-9A-Za-z]*/) == nil {
      let length = count.count == 1 ? "\(count.upperBound)" : "\(count.lowerBound) to \(count.upperBound)"
      refuse(GatewayError(malformed.info, twin: malformed.twin, "\(name) has to be \(length) letters and digits."))
    }
    return text
  }

  // MARK: Amounts

  /// Amount and Tax, in yen; Tax is zero unless it is sent.
  mutating func amounts() -> YenAmounts {
    let amount = number(
      "Amount", isRequired: true, ("E01060001", "M01005001"), ("E01060005", "M01005005"),
      ("E01060006", "M01005006"))
    let tax = number(
      "Tax", isRequired: false, ("E01070001", nil), ("E01070005", "M01006005"),
      ("E01070006", "M01006006"))
    let amounts = YenAmounts(amount: amount ?? 0, tax: tax ?? 0)
    if amount != nil, tax != nil || fields["Tax"] == nil, !(1...9_999_999).contains(amounts.sum) {
      refuse(.amountOutOfRange)
    }
    return amounts
  }

  mutating func cancelAmounts() -> YenAmounts {
    let amount = number("CancelAmount", isRequired: true, ("M01085001", nil), ("M01085005", nil), ("M01085006", nil))
    let tax = number("CancelTax", isRequired: false, ("M01086001", nil), ("M01086005", nil), ("M01086006", nil))
    let amounts = YenAmounts(amount: amount ?? 0, tax: tax ?? 0)
    if amount != nil, amounts.sum == 0 { refuse(.cancelsNothing) }
    return amounts
  }

  private mutating func number(
    _ name: String, isRequired: Bool, _ missing: Codes, _ tooLong: Codes, _ noDigits: Codes
  ) -> Int64? {
    guard let text = fields[name]?.text else {
      if isRequired { refuse(GatewayError(missing.info, twin: missing.twin, "\(name) is missing.")) }
      return nil
    }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      refuse(GatewayError(noDigits.info, twin: noDigits.twin, "\(name) has other characters than digits."))
      return nil
    }
    guard text.utf8.count <= 7 else {
      refuse(GatewayError(tooLong.info, twin: tooLong.twin, "\(name) has more than 7 digits."))
      return nil
    }
    return Int64(text)
  }

  // MARK: Entry

  mutating func job() -> Transaction.Job {
    switch fields["JobCd"]?.text {
    case nil: refuse(GatewayError("E01050001", twin: "M01054001", "JobCd is missing."))
    case let text? where Transaction.Job(rawValue: text) != nil: return Transaction.Job(rawValue: text) ?? .authorize
    // The jobs of other means of payment.
    case "CHECK", "SAUTH", "SALES", "CANCEL", "VOID", "RETURN", "RETURNX": refuse(.notExecutable)
    default: refuse(GatewayError("E01050002", "JobCd is not defined: write AUTH or CAPTURE."))
    }
    return .authorize
  }

  mutating func amazonpayType(_ allowed: Set<String>) {
    guard let text = fields["AmazonpayType"]?.text else {
      return refuse(.unreadable("AmazonpayType", "it is missing; 4 is cPSP."))
    }
    if !allowed.contains(text) { refuse(.wrongType) }
  }

  // MARK: Exec

  mutating func returnURL() -> String {
    guard let text = fields["RetURL"]?.text else {
      refuse(GatewayError("M01530001", "RetURL is missing."))
      return ""
    }
    if text.unicodeScalars.count > 256 { refuse(GatewayError("M01530005", "RetURL has more than 256 characters.")) }
    if ReturnURL(text) == nil {
      refuse(.unreadable("RetURL", "an absolute http or https address is expected."))
    }
    return text
  }

  mutating func paymentTerm(_ usual: Duration, limit: Int64) -> Duration {
    guard let text = fields["PaymentTermSec"]?.text else { return usual }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      refuse(GatewayError("M01081013", "PaymentTermSec has other characters than digits."))
      return usual
    }
    guard let seconds = Int64(text), (1...limit).contains(seconds) else {
      refuse(GatewayError("M01081011", "PaymentTermSec has to be 1 to \(limit)."))
      return usual
    }
    return .seconds(seconds)
  }

  /// ClientField1 to 3, of at most 100 bytes each.
  mutating func clientFields() -> [ReceivedValue?] {
    (1...3).map { number in
      let value = fields["ClientField\(number)"]
      if let value, value.bytes.count > 100 {
        refuse(
          GatewayError(
            "E01\(31 + number)0012", twin: number == 1 ? "M01039012" : nil,
            "ClientField\(number) has \(value.bytes.count) bytes; 100 are possible."))
      }
      return value
    }
  }

  /// The note to the buyer, of at most 255 characters.
  mutating func description() -> ReceivedValue? {
    let value = fields["Description"]
    if let value, value.text.unicodeScalars.count > 255 {
      refuse(.unreadable("Description", "255 characters are possible."))
    }
    return value
  }
}

/// An amount and the tax beside it, in yen. Their sum is charged.
struct YenAmounts: Codable, Hashable, Sendable {
  var amount: Int64
  var tax: Int64

  static let zero = YenAmounts(amount: 0, tax: 0)

  var sum: Int64 { amount + tax }

  static func + (left: Self, right: Self) -> Self {
    Self(amount: left.amount + right.amount, tax: left.tax + right.tax)
  }

  static func - (left: Self, right: Self) -> Self {
    Self(amount: left.amount - right.amount, tax: left.tax - right.tax)
  }

  func fits(_ other: Self) -> Bool { amount <= other.amount && tax <= other.tax }
}
