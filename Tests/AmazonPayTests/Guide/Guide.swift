import AmazonPay
import AsyncHTTPClient
import FerryCore
import FerryHTTP

// guide: account
func guideAccount(key: String) throws -> AmazonPayAccount {
  try AmazonPayAccount(
    mode: .test,  // .live takes a key whose id begins with LIVE-
    region: .japan,
    merchantId: "A1B2C3D4E5F6G7",
    storeId: "amzn1.application-oa2-client.00000000000000000000000000000000",
    publicKeyId: "SANDBOX-AHEXAMPLEKEYID0000000000",
    privateKeyPEM: Secret(key))
}

func withAmazonPay(_ account: AmazonPayAccount, _ body: (AmazonPayClient) async throws -> Void) async throws {
  try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { http in
    try await body(AmazonPayClient(account, transport: HTTPTransport(client: http, time: SystemTime())))
  }
}
// guide: end

// guide: button
func guideButton(_ account: AmazonPayAccount) throws -> String {
  var session = NewCheckoutSession(
    storeId: account.storeId,
    checkoutReviewReturnUrl: "https://shop.example/review",
    checkoutCancelUrl: "https://shop.example/cart")
  session.scopes = [.name, .email, .shippingAddress]
  let button = CheckoutButton(.payAndShip(session), placement: .cart, language: "ja_JP")
  return try ButtonScript(.renderButton(selector: "#AmazonPayButton"), button, for: account).text
}
// guide: end

/// A shop's store of idempotency keys.
struct GuideOrders {
  func key(for step: String) throws -> IdempotencyKey { try IdempotencyKey(SystemRandomness().token()) }
}

struct GuideShop {
  let client: AmazonPayClient
  let orders: GuideOrders

  // guide: review
  func review(_ session: String) async throws -> (name: String?, address: AmazonPayAddress?) {
    let session: CheckoutSession = try await client.send(.getCheckoutSession(session))
    return (session.buyer?.name, session.shippingAddress)
  }
  // guide: end

  // guide: pay
  func pay(_ session: String, order: String, total: Money) async throws -> String {
    let update = CheckoutSessionUpdate(
      checkoutResultReturnUrl: "https://shop.example/paid",
      payment: RequestedPayment(.authorize, total),
      merchantMetadata: MerchantMetadata(merchantReferenceId: order))
    let account = client.account
    // With the region, an amount in a currency that the account cannot charge throws before the request.
    let call = try AmazonPayCall.updateCheckoutSession(
      session, update, in: account.environment, region: account.region)
    let session: CheckoutSession = try await client.send(call)
    guard let page = session.webCheckoutDetails?.amazonPayRedirectUrl else {
      throw NotReady(missing: session.constraints.map(\.kind.text))
    }
    return page  // redirect the buyer there; they return to checkoutResultReturnUrl
  }

  struct NotReady: Error {
    let missing: [String]
  }
  // guide: end

  // guide: finish
  func finish(_ session: String, total: Money) async throws -> Charge {
    let key = try orders.key(for: "complete \(session)")  // stored before the call, used for every retry
    let session: CheckoutSession = try await client.send(
      .completeCheckoutSession(session, total, key, region: client.account.region))
    return try await client.send(.getCharge(session.chargeId ?? ""))
  }
  // guide: end

  // guide: money
  func ship(_ charge: Charge) async throws -> Charge {
    guard let amount = charge.chargeAmount?.money else { return charge }
    try charge.check(capture: amount)
    return try await client.send(
      .captureCharge(charge.chargeId, amount, orders.key(for: "capture"), region: client.account.region))
  }

  func refund(_ amount: Money, of charge: Charge) async throws -> Refund {
    try charge.check(refund: amount)  // at most charge.refundable
    return try await client.send(
      .createRefund(
        ofCharge: charge.chargeId, amount, orders.key(for: "refund"), region: client.account.region))
  }
  // guide: end

  // guide: failures
  func advice(for failure: AmazonPayFailure) -> String {
    switch failure.kind {
    case .rejected where failure.cause == .declined: "Let the buyer choose another payment method."
    case .rejected: "Amazon decided against it; asking again does not help."
    case .transient: "Nothing happened; ask again later."
    case .unknownOutcome: "Repeat it with the same key."
    case .misconfigured: failure.cause?.remedy ?? "\(failure)"
    }
  }
  // guide: end

  // guide: simulation
  func decline(_ account: AmazonPayAccount) async throws {
    let charge = NewCharge(chargePermissionId: "S03-1234567-1234567", .yen(500), captureNow: true)
    let call = try AmazonPayCall.createCharge(
      charge, orders.key(for: "charge"), in: account.environment, region: account.region)
    let declined = call.simulating(try AmazonPaySimulation(.hardDeclined, for: account))
    do {
      let _: Charge = try await client.send(declined)
    } catch let failure as AmazonPayFailure {
      print(failure)  // Amazon Pay refused: declined. (createCharge, HTTP 422, HardDeclined)
    }
  }
  // guide: end
}
