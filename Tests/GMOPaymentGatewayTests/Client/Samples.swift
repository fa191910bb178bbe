import FerryCore
import FerryHTTP
import Foundation
import GMOPaymentGateway

extension GMOAccount {
  static func sample(
    mode: Mode = .test, baseURL: String? = nil, shopID: String = "tshop00000001", shopPass: String = "pass0001",
    flavour: Flavour = .idPass, bodyStyle: BodyStyle = .detected
  ) throws -> GMOAccount {
    try GMOAccount(
      mode: mode, baseURL: baseURL, shopID: shopID, shopPass: Secret(shopPass), flavour: flavour, bodyStyle: bodyStyle)
  }
}

/// A transaction that no shop has.
enum Transaction {
  static let orderID = "order-0001"
  static let accessID = "0123456789abcdef0123456789abcdef"
  static let accessPass = "fedcba9876543210fedcba9876543210"
  static let sessionID = "1b2c3d4e-0000-1111-2222-333344445555"
  static let permissionID = "S03-0000001-0000001"

  static let pass = Secret(accessPass)

  static func twoStep(_ change: (inout TwoStepExecution) -> Void = { _ in }) -> TwoStepExecution {
    var execution = TwoStepExecution(returnURL: "https://shop.example/back?to=1", amazonCheckoutSessionID: sessionID)
    change(&execution)
    return execution
  }

  static func apb(_ change: (inout APBExecution) -> Void = { _ in }) -> APBExecution {
    var execution = APBExecution(
      returnURL: "https://www.amazon.co.jp/mfa?x=1", amazonChargePermissionID: permissionID)
    change(&execution)
    return execution
  }
}

extension GMOCall {
  static func sampleEntry() throws -> GMOCall {
    try .entry(orderID: Transaction.orderID, .authorize, amount: .yen(8980))
  }

  static func sampleExec() throws -> GMOCall {
    try .exec(Transaction.twoStep(), orderID: Transaction.orderID, accessID: Transaction.accessID)
  }

  static func sampleAPB() throws -> GMOCall {
    try .exec(Transaction.apb(), orderID: Transaction.orderID, accessID: Transaction.accessID)
  }

  static func sampleSales() throws -> GMOCall {
    try .sales(orderID: Transaction.orderID, accessID: Transaction.accessID, amount: .yen(8980))
  }

  static func sampleCancel() throws -> GMOCall {
    try .cancel(orderID: Transaction.orderID, accessID: Transaction.accessID, amount: .yen(980))
  }

  static func sampleSearch() throws -> GMOCall { try .searchTrade(orderID: Transaction.orderID) }

  static func sampleAddress() throws -> GMOCall { try .searchAddress(.checkoutSession(Transaction.sessionID)) }

  /// One call of each operation, and both kinds of `exec`.
  static func samples() throws -> [GMOCall] {
    [
      try sampleEntry(), try sampleExec(), try sampleAPB(), try sampleSales(),
      try .change(orderID: Transaction.orderID, accessID: Transaction.accessID, amount: .yen(500), tax: .yen(50)),
      try sampleCancel(), try sampleAddress(), try sampleSearch(),
    ]
  }

  func read<Answer: GMOAnswer>(_ body: String) throws(GMOFailure) -> Answer {
    try read(httpStatus: 200, body: Array(body.utf8))
  }

  func read<Answer: GMOAnswer>(
    _ type: Answer.Type, _ body: String, _ httpStatus: Int = 200
  ) throws(GMOFailure) -> Answer {
    try read(httpStatus: httpStatus, body: Array(body.utf8))
  }

  /// The failure that an answer is read as; nil if it is an object.
  func failure(_ body: String, _ httpStatus: Int = 200) -> GMOFailure? {
    do {
      switch operation {
      case .entry: _ = try read(EnteredTransaction.self, body, httpStatus)
      case .exec: _ = try read(ExecutedTransaction.self, body, httpStatus)
      case .sales, .change, .cancel: _ = try read(ChangedTransaction.self, body, httpStatus)
      case .searchAddress: _ = try read(BuyerDetails.self, body, httpStatus)
      case .searchTrade: _ = try read(TradeInformation.self, body, httpStatus)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The form of a sealed call.
  func form(_ account: GMOAccount) throws -> String {
    let pass = operation.needsAccessPass ? Secret(Transaction.accessPass) : nil
    return String(decoding: try account.seal(self, accessPass: pass).body, as: UTF8.self)
  }
}

/// Successful answers, form-encoded.
enum Answers {
  static let entered = "AccessID=\(Transaction.accessID)&AccessPass=\(Transaction.accessPass)"
  static let started = """
    AccessID=\(Transaction.accessID)&Token=Ab+cd/EF+gh12==&StartURL=https://pt01.mul-pay.jp/payment/AmazonpayStart.idPass\
    &StartLimitDate=20251121154500
    """
  static let settled = """
    ShopID=tshop00000001&OrderID=order-0001&Status=AUTH&TranDate=20251121154500\
    &AmazonChargePermissionID=S03-0000001-0000001\
    &CheckString=1ce3b1c4c3a5fd25bc5b68fb7f21f79552295a7a2f41a612fd2f266984769069
    """
  static let sold = "OrderID=order-0001&Status=SALES&Amount=8980&Tax="
  static let returned =
    "OrderID=order-0001&Status=REQRETURN&Amount=8980&Tax=0&CancelAmount=980&CancelTax="
  static let found = """
    Status=SALES&ProcessDate=20251121154500&JobCd=AUTH&AccessID=\(Transaction.accessID)&AccessPass=\(Transaction.accessPass)\
    &ItemCode=&Amount=8000&Tax=980&ClientField1=a&ClientField2=&ClientField3=&PayType=38&CvsCode=&AmazonPayCancelAmount=100\
    &AmazonPayCancelTax=10&AmazonChargePermissionID=S03-0000001-0000001
    """
  static let buyer = """
    ShippingName=%FB%FC%8B%B4+%FA%B1%8E%71&ShippingPostalCode=1500002&ShippingCountryCode=JP\
    &ShippingStateOrRegion=%93%8C%8B%9E%93%73&ShippingCity=%8F%61%92%4A%8B%E6&ShippingAddressLine1=%82%50%81%60%82%52\
    &ShippingAddressLine2=&ShippingAddressLine3=%87%40%8D%86%93%8F&BillingName=&AmazonMailAddress=a%2Bb%40example.com\
    &AmazonAccountName=%D4%CF%C0%DE&PaymentDescriptor=JCB+****1111+%28Amazon+Pay%29
    """

  static let all = [entered, started, settled, sold, returned, found, buyer]
}
