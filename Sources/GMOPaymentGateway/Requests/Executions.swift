public import FerryHTTP

/// The effect of a successful payment, `JobCd`.
public enum GMOJob: String, Codable, Hashable, Sendable, CaseIterable {
  /// The amount is authorized, and captured later by `GMOCall.sales`.
  case authorize = "AUTH"
  /// The amount is captured at once.
  case capture = "CAPTURE"
}

/// The kind of contract, `AmazonpayType`.
public enum AmazonpayType: String, Codable, Hashable, Sendable, CaseIterable {
  /// Amazon Pay V2, the older contract.
  case v2 = "3"
  /// GMO is a payment service provider with a certificate of Amazon's ("cPSP"), two-step and APB.
  case cPSP = "4"
}

/// The way to execute a registered transaction.
public protocol GMOExecution: Sendable {
  /// - Throws: `InvalidField` for the first field that GMO would refuse or cut.
  func check() throws(InvalidField)
  /// By name; nil values are not sent.
  var fields: [String: String?] { get }
}

/// Starts the payment page for a buyer who has chosen address and card at Amazon.
public struct TwoStepExecution: GMOExecution, Hashable {
  /// GMO's page posts the result to this address in the buyer's browser. At most 256 characters.
  public var returnURL: String
  /// The checkout session of the buyer's selection. At most 256 characters.
  public var amazonCheckoutSessionID: String
  /// A note in Amazon's mail to the buyer, at most 255 characters that Windows-31J has.
  public var note: String?
  /// The browser has to open the payment page within this time, in seconds: 1 to 86,400. GMO does not publish the limit.
  /// Without it, GMO takes 120.
  public var paymentTermSeconds: Int?
  public var clientFields: ClientFields

  public init(
    returnURL: String, amazonCheckoutSessionID: String, note: String? = nil, paymentTermSeconds: Int? = nil,
    clientFields: ClientFields = ClientFields()
  ) {
    self.returnURL = returnURL
    self.amazonCheckoutSessionID = amazonCheckoutSessionID
    self.note = note
    self.paymentTermSeconds = paymentTermSeconds
    self.clientFields = clientFields
  }

  public func check() throws(InvalidField) {
    try FieldRules.returnURL(returnURL)
    try FieldRules.amazonID(amazonCheckoutSessionID, "/AmazonCheckoutSessionID")
    try FieldRules.text(note, characters: 255, "/Description")
    if let paymentTermSeconds, !(1...86_400).contains(paymentTermSeconds) {
      throw InvalidField("/PaymentTermSec", "Write 1 to 86400 seconds.")
    }
    try clientFields.check()
  }

  public var fields: [String: String?] {
    [
      "RetURL": returnURL, "AmazonCheckoutSessionID": amazonCheckoutSessionID, "Description": note,
      "PaymentTermSec": paymentTermSeconds.map { String($0) }, "ClientField1": clientFields.first,
      "ClientField2": clientFields.second, "ClientField3": clientFields.third,
    ]
  }
}

/// Settles a payment that the buyer finished at Amazon by the Additional Payment Button ("APB"). It is for goods without
/// delivery only: with `PayAndShip` GMO wants the delivery address, in fields that it does not publish.
public struct APBExecution: GMOExecution, Hashable {
  /// The address from Amazon's event, `amazonPayMFAReturnUrl`. It comes from a browser: check that it is Amazon's.
  public var returnURL: String
  /// The charge permission from Amazon's event, such as `S03-1234567-7654321`.
  public var amazonChargePermissionID: String
  /// A note in Amazon's mail to the buyer, at most 255 characters that Windows-31J has.
  public var note: String?
  public var clientFields: ClientFields

  public init(
    returnURL: String, amazonChargePermissionID: String, note: String? = nil,
    clientFields: ClientFields = ClientFields()
  ) {
    self.returnURL = returnURL
    self.amazonChargePermissionID = amazonChargePermissionID
    self.note = note
    self.clientFields = clientFields
  }

  public func check() throws(InvalidField) {
    try FieldRules.returnURL(returnURL)
    try FieldRules.chargePermissionID(amazonChargePermissionID)
    try FieldRules.text(note, characters: 255, "/Description")
    try clientFields.check()
  }

  public var fields: [String: String?] {
    [
      "RetURL": returnURL, "AmazonChargePermissionID": amazonChargePermissionID, "ApbType": "PayOnly",
      "Description": note, "ClientField1": clientFields.first, "ClientField2": clientFields.second,
      "ClientField3": clientFields.third,
    ]
  }
}

/// Free text of the merchant, stored with a transaction: up to 100 bytes of Windows-31J each.
public struct ClientFields: Hashable, Sendable {
  public var first: String?
  public var second: String?
  public var third: String?

  public init(_ first: String? = nil, _ second: String? = nil, _ third: String? = nil) {
    self.first = first
    self.second = second
    self.third = third
  }

  func check() throws(InvalidField) {
    try FieldRules.text(first, bytes: 100, "/ClientField1")
    try FieldRules.text(second, bytes: 100, "/ClientField2")
    try FieldRules.text(third, bytes: 100, "/ClientField3")
  }
}

/// The object whose addresses are searched.
public enum AddressSource: Hashable, Sendable {
  /// The checkout session that Amazon's return URL names. Its id can come from anybody: the answer does not prove whose
  /// session it is.
  case checkoutSession(String)
  /// A transaction by its OrderID.
  case order(String)
}
