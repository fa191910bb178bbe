import AsyncHTTPClient
import FerryCore
import FerryHTTP
import GMOPaymentGateway

// guide: client
func withGMO(_ shopPass: String, _ body: (GMOPaymentGatewayClient) async throws -> Void) async throws {
  let account = try GMOAccount(mode: .test, shopID: "tshop00000001", shopPass: Secret(shopPass))
  try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { http in
    try await body(GMOPaymentGatewayClient(account, transport: HTTPTransport(client: http, time: SystemTime())))
  }
}
// guide: end

/// A shop's orders.
actor GuideOrders {
  struct Order {
    let entered: EnteredTransaction
    let total: Money
  }

  private var orders: [String: Order] = [:]
  /// The amount and the refunded amount before a refund, by OrderID.
  private(set) var totals: [String: [Money?]] = [:]

  func newOrderID() -> String { Hexadecimal.text(SystemRandomness().bytes(13)) }
  func store(_ id: String, _ entered: EnteredTransaction, _ total: Money) {
    orders[id] = Order(entered: entered, total: total)
  }
  func order(_ id: String) -> Order? { orders[id] }
  func note(_ before: TradeInformation, of id: String) { totals[id] = [before.total, before.cancelledTotal] }
}

struct GuideShop {
  let client: GMOPaymentGatewayClient
  let orders: GuideOrders

  // guide: pay
  /// The payment page for a buyer who has come back from Amazon with a checkout session.
  func pay(_ session: String, total: Money) async throws -> PaymentStart {
    let orderID = await orders.newOrderID()  // stored before the call, and never used again
    let entered: EnteredTransaction = try await client.send(.entry(orderID: orderID, .authorize, amount: total))
    await orders.store(orderID, entered, total)  // before the next call
    let execution = TwoStepExecution(
      returnURL: "https://shop.example/paid", amazonCheckoutSessionID: session, paymentTermSeconds: 600)
    let executed: ExecutedTransaction = try await client.send(
      .exec(execution, orderID: orderID, accessID: entered.accessID), accessPass: entered.accessPass)
    guard let start = executed.start, client.account.mayStart(at: start.startURL) else { throw NoPaymentPage() }
    return start
  }

  struct NoPaymentPage: Error {}
  // guide: end

  // guide: form
  /// The form that the buyer's browser posts to `start.startURL` before `start.startLimit`. Escape the values in HTML.
  func form(_ start: PaymentStart) -> [(name: String, value: String)] {
    [("AccessID", start.accessID), ("Token", start.token.reveal())]
  }
  // guide: end

  // guide: finish
  /// Captures the payment when the buyer is back. The form says which order; only the search says whether it is paid.
  /// - Returns: Nil for an order of somebody else, or a status that is not known.
  func finish(_ form: [UInt8]) async throws -> GMOStatus? {
    guard let id = PaymentReturn(form: form)?.orderID, let order = await orders.order(id) else { return nil }
    let trade: TradeInformation = try await client.send(.searchTrade(orderID: id))
    guard trade.status == .known(.authorized), trade.total == order.total else { return trade.status.known }
    let sold: ChangedTransaction = try await client.send(
      .sales(orderID: id, accessID: order.entered.accessID, amount: order.total), accessPass: order.entered.accessPass)
    return sold.status.known
  }
  // guide: end

  // guide: refund
  /// Begins a refund. `REQRETURN` means that GMO is paying it out: search again until the status is another.
  func refund(_ amount: Money, of id: String, _ entered: EnteredTransaction) async throws -> GMOStatus? {
    let before: TradeInformation = try await client.send(.searchTrade(orderID: id))
    await orders.note(before, of: id)  // if the answer is lost, these totals show if it was done
    let returned: ChangedTransaction = try await client.send(
      .cancel(orderID: id, accessID: entered.accessID, amount: amount), accessPass: entered.accessPass)
    return returned.status.known
  }
  // guide: end

  // guide: failures
  func advice(for failure: GMOFailure) -> String {
    switch failure.kind {
    case .rejected: "Nothing happened, and a retry does not help."
    case .transient: "Nothing happened; ask again later."
    case .unknownOutcome: "It may have happened: search the transaction before anything else."
    case .misconfigured: "Nothing happened. A person has to act: \(failure)"
    }
  }
  // guide: end
}
