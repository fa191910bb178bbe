import AsyncHTTPClient
import FerryCore
import FerryHTTP
import PlacetoPay

// guide: client
func withPlacetoPay(_ secretKey: String, _ body: (PlacetoPayClient) async throws -> Void) async throws {
  let account = try PlacetoPayAccount(
    mode: .test, baseURL: "https://checkout-test.placetopay.com", login: "your login", secretKey: Secret(secretKey))
  try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { http in
    try await body(PlacetoPayClient(account, transport: HTTPTransport(client: http, time: SystemTime())))
  }
}
// guide: end

struct GuideShop {
  let client: PlacetoPayClient

  // guide: subscription
  /// The page that saves a card. Store the session's id before the buyer leaves. With the present time, an expiration in less
  /// than 5 minutes throws before the request.
  func saveCard(of customer: String, at browser: BuyerFacts) async throws -> CreatedSession {
    let session = NewSession(
      subscription: NewSubscription(reference: customer), returnUrl: "https://shop.example/saved")
    return try await client.send(.createSession(session, at: SystemTime().now), for: browser)
  }

  /// The saved card; nil if the buyer did not agree.
  func savedCard(_ requestId: String) async throws -> SavedInstrument? {
    let session: SessionInformation = try await client.send(.querySession(requestId))
    return session.subscription?.savedInstrument
  }

  /// PlacetoPay charges the same reference and amount once in 24 hours, so a lost answer may be repeated until then.
  func charge(_ card: SavedInstrument, _ invoice: String, _ total: Money, _ payer: Person, at: BuyerFacts) async throws
    -> SessionInformation
  {
    let payment = NewPayment(reference: invoice, amount: Amount(total))
    return try await client.send(
      .collect(NewCollection(payment: payment, instrument: card, payer: payer)), for: at)
  }
  // guide: end

  // guide: hold
  /// Captures less than was held: the transaction of the answer is the one to refund later.
  func ship(_ hold: String, _ total: Money) async throws -> String {
    let captured: TransactionResult = try await client.send(.capture(hold, total))
    return captured.transaction.internalReference
  }
  // guide: end
}
