import AmazonPaySandbox
import FerryCore
import FerrySandbox

/// SearchTradeMulti and SearchAddressAmazonpay.
extension APIExecution {
  /// The numbers of other means of payment. With these, the order looks missing.
  private static let otherPayTypes: Set<String> = ["0", "3", "8", "9", "18", "20", "45"]

  func searchTrade(_ reader: inout FieldReader, _ shop: Credentials) throws(GatewayErrors) -> AnswerFields {
    let orderID = reader.orderID()
    let payType = fields["PayType"]?.text
    switch payType {
    case nil: reader.refuse(GatewayError("M01051005", "PayType is missing; Amazon Pay is 38."))
    case "38": break
    case let other? where Self.otherPayTypes.contains(other): break
    default: reader.refuse(GatewayError("M01051011", "PayType is no known number; Amazon Pay is 38."))
    }
    try check(reader, shop)
    let found = try change { ledger, _ throws(GatewayError) in
      guard payType == "38", let found = ledger.transactions[orderID] else { throw .noOrder }
      return found
    }
    var answer: [(String, String?)] = [
      ("Status", found.status.rawValue), ("ProcessDate", sandbox.date(found.processedAt)),
      ("JobCd", found.job.rawValue), ("AccessID", found.accessID), ("AccessPass", found.accessPassword),
      ("ItemCode", nil), ("Amount", String(found.amounts.amount)), ("Tax", String(found.amounts.tax)),
    ]
    if sandbox.rules.searchEchoesOrderID { answer.insert(("OrderID", found.orderID), at: 0) }
    for number in 1...3 {
      answer.append(
        ("ClientField\(number)", number <= found.clientFields.count ? found.clientFields[number - 1]?.text : nil))
    }
    answer.append(("PayType", "38"))
    // Keys of other means of payment, which are always empty.
    answer += ["Method", "PayTimes", "Forward", "ApprovalNo", "CvsCode", "CvsConfNo"].map { ($0, nil) }
    let hasCanceled = found.canceled.sum > 0
    answer += [
      ("AmazonOrderReferenceID", nil), ("AmazonBillingAgreementID", nil),
      ("AmazonPayCancelAmount", hasCanceled ? String(found.canceled.amount) : nil),
      ("AmazonPayCancelTax", hasCanceled ? String(found.canceled.tax) : nil),
    ]
    if sandbox.rules.searchNamesAmazonIDs {
      answer += [("AmazonChargePermissionID", found.permission), ("AmazonCheckoutSessionID", found.session)]
    }
    return AnswerFields(answer)
  }

  func searchAddress(_ reader: inout FieldReader, _ shop: Credentials) throws(GatewayErrors) -> AnswerFields {
    let session = fields["AmazonCheckoutSessionID"]?.text
    let token = fields["AmazonBuyerToken"]?.text
    let orderID = fields["OrderID"] == nil ? nil : reader.orderID()
    let named = [session, token, orderID].compactMap(\.self)
    if named.count != 1 {
      reader.refuse(
        .unreadable("AmazonCheckoutSessionID", "send one of AmazonCheckoutSessionID, OrderID and AmazonBuyerToken."))
    }
    try check(reader, shop)
    if let token {
      guard let buyer = sandbox.amazon.processorBuyer(token, of: merchantID) else {
        throw GatewayErrors(.unknownAtAmazon("AmazonBuyerToken"))
      }
      return Self.address(shipping: buyer["shippingAddress"], billing: buyer["billingAddress"], buyer: buyer, nil)
    }
    let found = try orderID.map { orderID throws(GatewayErrors) in
      try change { ledger, _ throws(GatewayError) in
        guard let found = ledger.transactions[orderID] else { throw .noOrder }
        return found
      }
    }
    if let permission = found?.permission.flatMap({ sandbox.amazon.processorPermission($0, of: merchantID) }) {
      return Self.address(of: permission.body)
    }
    guard let id = session ?? found?.session, let known = sandbox.amazon.processorSession(id, of: merchantID) else {
      throw GatewayErrors(.unknownAtAmazon("AmazonCheckoutSessionID"))
    }
    guard known.isOpen, known.hasBuyer else {
      throw GatewayErrors(.unusableAtAmazon("The checkout session shows no buyer: it is not selected yet, or over."))
    }
    return Self.address(of: known.body)
  }

  /// - Parameter body: Of a checkout session or a charge permission.
  private static func address(of body: JSONValue) -> AnswerFields {
    address(
      shipping: body["shippingAddress"], billing: body["billingAddress"], buyer: body["buyer"],
      body["paymentPreferences"]?.elements?.first?["paymentDescriptor"]?.text)
  }

  /// The names of the answer's fields about the buyer.
  static let addressFields =
    ["Shipping", "Billing"].flatMap { group in parts.map { "\(group)\($0.0)" } } + buyerFields

  private static let buyerFields = ["AmazonBuyerID", "AmazonAccountName", "AmazonMailAddress", "AmazonPhoneNumber"]

  private static let parts = [
    ("Name", "name"), ("PhoneNumber", "phoneNumber"), ("PostalCode", "postalCode"), ("CountryCode", "countryCode"),
    ("StateOrRegion", "stateOrRegion"), ("City", "city"), ("County", "county"), ("District", "district"),
    ("AddressLine1", "addressLine1"), ("AddressLine2", "addressLine2"), ("AddressLine3", "addressLine3"),
  ]

  private static func address(
    shipping: JSONValue?, billing: JSONValue?, buyer: JSONValue?, _ descriptor: String?
  ) -> AnswerFields {
    var answer: [(String, String?)] = []
    for (group, address) in [("Shipping", shipping), ("Billing", billing)] {
      answer += parts.map { name, member in ("\(group)\(name)", address?[member]?.text) }
    }
    answer += zip(buyerFields, ["buyerId", "name", "email", "phoneNumber"]).map { ($0, buyer?[$1]?.text) }
    answer.append(("PaymentDescriptor", descriptor.map { "\($0) (Amazon Pay)" }))
    return AnswerFields(answer)
  }
}
