import FerryCore
import FerryHTTP
import Foundation
import SwedbankPay

extension SwedbankPayAccount {
  static func sample(
    mode: Mode = .test, accessToken: String = "sample-token", payeeID: String = "5cabf558-5283-482f-b252-4d58e06f6f3b",
    userAgent: String = "shop/1.0", apiURL: String? = nil, payerURLs: [String]? = nil
  ) throws -> SwedbankPayAccount {
    try SwedbankPayAccount(
      mode: mode, accessToken: Secret(accessToken), payeeID: payeeID, userAgent: userAgent, apiURL: apiURL,
      payerURLs: payerURLs)
  }
}

extension SessionID {
  static let sample = SessionID("570ad610-3bd5-43d2-a270-ca1510562972") ?? SessionID(SystemRandomness())
}

extension Moment {
  /// 2026-01-15T14:30:00Z.
  static let sample = Moment(milliseconds: 1_768_487_400_000)
}

extension BuyerFacts {
  static let sample = BuyerFacts(ipAddress: "198.51.100.7", userAgent: "Mozilla/5.0 (iPhone)")
}

extension Money {
  /// Minor units.
  static func sek(_ ore: Int64) -> Money { Money(minorUnits: ore, .sek) }
}

extension NewPaymentOrder {
  static func sample(
    _ operation: Operation = .purchase, _ change: (inout NewPaymentOrder) -> Void = { _ in }
  ) throws -> NewPaymentOrder {
    var order = NewPaymentOrder(
      operation, amount: .sek(1500), vatAmount: .sek(300), description: "Two cups", language: .swedish,
      payee: Payee(try PayeeReference("AB832"), orderReference: "or-123456"),
      urls: PaymentOrderURLs(
        hostUrls: ["https://shop.example"], completeUrl: "https://shop.example/paid",
        cancelUrl: "https://shop.example/cart", callbackUrl: "https://api.shop.example/callback"))
    change(&order)
    return order
  }
}

extension OrderItem {
  static func sample(_ amount: Int64 = 1500, vat: Int64 = 300, kind: Kind = .product) -> OrderItem {
    OrderItem(
      reference: "P1", name: "Cup", kind: kind, itemClass: "Cups-1", description: "A cup", quantity: 1,
      quantityUnit: "pcs", unitPrice: .sek(amount), vatPercent: 2500, amount: .sek(amount), vatAmount: .sek(vat))
  }
}

extension NewTransaction {
  static func sample(
    _ amount: Int64 = 1500, vat: Int64 = 300, items: [OrderItem] = [], _ reference: String = "CAP1"
  ) throws -> NewTransaction {
    NewTransaction(
      amount: .sek(amount), vatAmount: .sek(vat), description: "Sent", payeeReference: try PayeeReference(reference),
      orderItems: items)
  }
}

/// Answers of the API.
enum Answers {
  static let id = "/psp/paymentorders/5adc265f-f87f-4313-577e-08d3dca1a26c"
  static let api = "https://api.externalintegration.payex.com"
  static let script = "https://ecom.externalintegration.payex.com/checkout/client/aa01?culture=sv-SE&_tc_tid=b2"

  static func operation(_ rel: String, _ method: String = "PATCH", _ href: String = "\(api)\(id)?_tc_tid=c3") -> String
  {
    #"{"rel":"\#(rel)","method":"\#(method)","href":"\#(href)","contentType":"application/json"}"#
  }

  static let initializedOperations = [
    operation("view-checkout", "GET", script),
    operation("redirect-checkout", "GET", "https://ecom.externalintegration.payex.com/checkout/aa01"),
    operation("update-order"), operation("set-instrument"), operation("abort"), operation("abort-paymentattempt"),
  ]

  static let paidOperations = [
    operation("cancel", "POST", "\(api)\(id)/cancellations"), operation("capture", "POST", "\(api)\(id)/captures"),
    operation("reversal", "POST", "\(api)\(id)/reversals"),
  ]

  /// A payment order in version 3. Parts that `members` does not have show their id only.
  static func order(
    _ status: String = "Initialized", operations: [String] = initializedOperations, _ members: String = ""
  ) -> String {
    let parts = ExpandedNode.allCases.map(\.rawValue).filter { !members.contains("\"\($0)\":") }
    let ids = parts.map { ",\"\($0)\":{\"id\":\"\(id)/\($0.lowercased())\"}" }.joined()
    return #"""
      {"paymentOrder":{"id":"\#(id)","created":"2026-01-15T14:30:00.1234567Z","updated":"2026-01-15T14:31:00Z",
        "operation":"Purchase","status":"\#(status)","currency":"SEK","amount":1500,"vatAmount":300,
        "description":"Two cups","initiatingSystemUserAgent":"shop/1.0","language":"sv-SE",
        "availableInstruments":["CreditCard","Swish","Pigeon"],"implementation":"PaymentsOnly","integration":"",
        "instrumentMode":false,"guestMode":true\#(ids)\#(members)},
       "operations":[\#(operations.joined(separator: ","))]}
      """#
  }

  /// A paid order with remaining amounts.
  static func paid(_ members: String = "") -> String {
    let remaining = #""remainingCaptureAmount":1500,"remainingCancellationAmount":1500,"remainingReversalAmount":700"#
    return order("Paid", operations: paidOperations, ",\(remaining)\(members)")
  }

  static let transactions = #"""
    ,"financialTransactions":{"id":"/psp/paymentorders/1/financialtransactions","financialTransactionsList":[
      {"id":"\#(id)/financialtransactions/1","created":"2026-01-15T14:31:00Z","updated":"2026-01-15T14:31:00Z",
        "type":"Authorization","number":40100037015,"amount":1500,"vatAmount":300,"description":"Two cups",
        "payeeReference":"AB832"},
      {"id":"\#(id)/financialtransactions/2","type":"Capture","number":"40100037016","amount":800,"vatAmount":160,
        "payeeReference":"CAP1","receiptReference":"R1","orderItems":{"id":"\#(id)/oi"}}]}
    """#

  static func problem(_ type: String, _ status: Int, _ members: String = "") -> String {
    #"""
    {"sessionId":"570ad610-3bd5-43d2-a270-ca1510562972","type":"https://api.payex.com/psp/errordetail/\#(type)",
     "title":"t","status":\#(status),"instance":"https://api.payex.com/x?_tc_tid=1","detail":"d"\#(members)}
    """#
  }
}

extension ResourceID {
  static let sample: ResourceID = {
    guard let id = ResourceID(Answers.id) else { preconditionFailure("The id is a path.") }
    return id
  }()
}

extension PaymentOrder {
  static func sample(_ body: String = Answers.order()) throws -> PaymentOrder {
    try SwedbankPayCall.getPaymentOrder(.sample).read(body)
  }
}

extension SwedbankPayCall {
  func read<Answer: SwedbankPayAnswer>(_ body: String, _ status: Int = 200) throws(SwedbankPayFailure) -> Answer {
    try read(httpStatus: status, body: Array(body.utf8))
  }

  var json: UntypedJSON? { try? JSONDecoder().decode(UntypedJSON.self, from: Data(content)) }
}

extension UntypedJSON {
  subscript(name: String) -> UntypedJSON? { object?[name] }
}

/// The pointer of the refused field; nil if nothing was refused.
func refusedField(_ make: () throws -> Any) rethrows -> String? {
  do {
    _ = try make()
    return nil
  } catch let field as InvalidField {
    return field.pointer
  }
}

/// The field for which a new payment order is refused; nil if it is not.
func refused(
  _ operation: NewPaymentOrder.Operation = .purchase, _ version: APIVersion = .v3_1,
  _ change: (inout NewPaymentOrder) -> Void
) throws -> String? {
  try refusedField { try SwedbankPayCall.createPaymentOrder(.sample(operation, change), version: version) }
}
