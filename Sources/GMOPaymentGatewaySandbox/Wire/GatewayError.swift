struct GatewayError: Error, Hashable, Sendable {
  /// The nine characters of `ErrInfo`.
  private let info: String
  /// The code of the same meaning in the family M01; nil if there is none.
  private let twin: String?
  let note: String

  init(_ info: String, twin: String? = nil, _ note: String) {
    self.info = info
    self.twin = twin
    self.note = note
  }

  func info(_ family: Rules.CodeFamily) -> String { family == .m01 ? twin ?? info : info }

  /// `ErrCode` of an `ErrInfo`: its first three characters; those after "42" for the codes of card companies.
  static func code(_ info: String) -> String {
    String((info.hasPrefix("42") ? info.dropFirst(2) : Substring(info)).prefix(3))
  }

  /// The status of such an answer in `.json`: 400 for parameters and settings, 502 for payments, 500 for the system. Five codes
  /// come with 200.
  static func httpStatus(_ info: String) -> Int {
    if ["E90010001", "E92000001", "E92000002", "E91099996", "E91099997"].contains(info) { return 200 }
    return switch code(info) {
    case "E00", "E01", "M01", "E61": 400
    case "E90", "E91", "M91", "E92": 500
    default: 502
    }
  }
}

/// The errors of one answer, never none.
struct GatewayErrors: Error, Hashable, Sendable {
  let all: [GatewayError]

  init(_ all: [GatewayError]) { self.all = all }

  init(_ error: GatewayError) { all = [error] }
}

// MARK: Transport

extension GatewayError {
  static let notPOST = Self("E00000001", "Only POST is accepted.")
  static let accept = Self("E00000002", "The Accept header excludes the answer's media type.")
  static let contentType = Self(
    "E00000003", "Send application/x-www-form-urlencoded to .idPass, and application/json to .json.")
  static let body = Self("E00000010", "The body is empty, or no form (.idPass) and no object of texts (.json).")
  static let unknownAPI = Self("E91099997", "There is no API of this name.")

  /// An error of a field without a known published code.
  static func unreadable(_ name: String, _ expectation: String) -> Self { Self("E00000010", "\(name): \(expectation)") }

  /// - Parameter code: Of a planned fault.
  static func simulated(_ code: String) -> Self { Self(code, "A planned fault gave this answer.") }
}

// MARK: Transactions

extension GatewayError {
  static let unknownShop = Self("E01030002", twin: "M01002002", "No shop has this ShopID and ShopPass.")
  static let orderExists = Self(
    "E01040010", twin: "M01004010", "The OrderID is used already. It can never be used again, not even after a failure."
  )
  static let noOrder = Self("M01004002", "No transaction has this OrderID and PayType.")
  static let unknownTransaction = Self(
    "E01110002", twin: "M01058002", "No transaction has this AccessID and AccessPass, or its OrderID is another.")
  static let alreadyRequested = Self("M01004014", "Exec was called for this order already.")
  static let notSettled = Self("E01110010", "The transaction is not settled yet.")
  static let startExpired = Self("M01074091", "The start page's time (StartLimitDate) is over.")
  static let declined = Self("E11010099", "The card was declined.")
  static let authorizationTooOld = Self("M01060010", "The authorization is too old to be captured.")
  static let tooOldToCancel = Self("M01057010", "The transaction is too old to be canceled.")
  static let notExecutable = Self(
    "E01050004", twin: "M01054010", "The contract has no such JobCd for Amazon Pay: write AUTH or CAPTURE.")
  static let locked = Self("E82010001", "Another call about this order is running.")
  static let doubled = Self("E90010001", "The same call is running.")
  static let connectivity = Self("E00000000", "A test of the connection.")

  static func status(_ status: Transaction.Status, _ operation: String) -> Self {
    Self("M01054004", "\(operation) is impossible in the status \(status.rawValue).")
  }

  static func unknownAtAmazon(_ name: String) -> Self {
    Self("M01073002", "Amazon knows no such \(name) of this merchant.")
  }

  static func unusableAtAmazon(_ note: String) -> Self { Self("M01073004", note) }

  static let amountDiffers = Self(
    "E01060010", twin: "M01055010", "Amount and Tax together are not the authorized amount.")
  static let amountOutOfRange = Self(
    "E01060005", twin: "M01005011", "Amount and Tax together have to be 1 to 9999999 yen.")
  static let increase = Self("E01060010", twin: "M01055010", "A captured amount can only be lowered.")
  static let cancelDiffers = Self("M01085010", "An authorization is canceled as a whole: send its amount.")
  static let cancelTooLarge = Self("M01085011", "CancelAmount or CancelTax is larger than what is left.")
  static let cancelsNothing = Self("M01085010", "CancelAmount and CancelTax together are zero.")
  static let wrongType = Self("E61030001", "The contract has another AmazonpayType: 4 is cPSP.")
}
