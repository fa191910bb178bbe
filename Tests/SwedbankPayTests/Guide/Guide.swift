import AsyncHTTPClient
import FerryCore
import FerryHTTP
import SwedbankPay

// guide: client
func withSwedbankPay(_ accessToken: String, _ body: (SwedbankPayClient) async throws -> Void) async throws {
  let account = try SwedbankPayAccount(
    mode: .test, accessToken: Secret(accessToken), payeeID: "5cabf558-5283-482f-b252-4d58e06f6f3b",
    userAgent: "shop/1.0")
  try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { http in
    try await body(SwedbankPayClient(account, transport: HTTPTransport(client: http, time: SystemTime())))
  }
}
// guide: end

struct GuideShop {
  let client: SwedbankPayClient

  // guide: payment
  /// The payment page. Store the id of the order before the buyer leaves: Swedbank Pay has no search.
  func start(_ reference: PayeeReference, _ total: Money, vat: Money, at browser: BuyerFacts) async throws
    -> (order: ResourceID, page: String)?
  {
    let site = "https://shop.example"
    let new = NewPaymentOrder(
      amount: total, vatAmount: vat, description: "Two cups", language: .swedish, payee: Payee(reference),
      urls: PaymentOrderURLs(
        hostUrls: [site], completeUrl: "\(site)/complete", cancelUrl: "\(site)/cancelled",
        callbackUrl: "\(site)/callback"))
    let order: PaymentOrder = try await client.send(.createPaymentOrder(new), for: browser)
    guard let page = order.operations[.redirectCheckout]?.href, client.account.isPayerPage(page) else { return nil }
    return (order.id, page)
  }
  // guide: end

  // guide: ship
  /// Captures a part. Store the reference before the call: after a lost answer, it tells whether the capture was made.
  func ship(_ id: ResourceID, _ part: Money, vat: Money, _ reference: PayeeReference) async throws {
    let order: PaymentOrder = try await client.send(.getPaymentOrder(id, expanding: [.financialTransactions]))
    guard try order.transaction(reference) == nil else { return }
    let capture = NewTransaction(amount: part, vatAmount: vat, description: "Shipped", payeeReference: reference)
    _ = try await client.send(.capture(capture, of: order), as: TransactionAnswer.self)
  }
  // guide: end
}
