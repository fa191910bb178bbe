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
  /// The page that saves a card. Store the session's id before the buyer leaves.
  func saveCard(of customer: String, at browser: BuyerFacts) async throws -> CreatedSession {
    try await client.createSession(
      NewSession(subscription: NewSubscription(reference: customer), returnUrl: "https://shop.example/saved"),
      for: browser)
  }

  /// The saved card; nil if the buyer did not agree.
  func savedCard(_ requestId: String) async throws -> SavedInstrument? {
    try await client.session(requestId).subscription?.savedInstrument
  }

  /// PlacetoPay charges the same reference and amount once in 24 hours, so a lost answer may be repeated until then.
  func charge(_ card: SavedInstrument, _ invoice: String, _ total: Money, _ payer: Person, at: BuyerFacts) async throws
    -> SessionInformation
  {
    try await client.collect(
      NewCollection(payment: NewPayment(reference: invoice, amount: Amount(total)), instrument: card, payer: payer),
      for: at)
  }
  // guide: end

  // guide: hold
  /// Captures less than was held: the transaction of the answer is the one to refund later.
  func ship(_ hold: String, _ total: Money) async throws -> String {
    try await client.capture(hold, total).transaction.internalReference
  }
  // guide: end
}
