public import AmazonPaySandbox
import FerryCore
public import FerrySandbox
import FerryWeb
public import HTTPTypes
public import ServiceLifecycle
import Synchronization

/// A sandbox of Amazon Pay through GMO Payment Gateway, as merchants and buyers see it: the gateway's API, its start page and
/// its notifications, and Amazon's button and pages on the same site. No money moves. Time and randomness are passed in, so
/// that it also runs on virtual time, without a socket.
public final class Sandbox: Sendable {
  let shop: GatewayShop
  let rules: Rules
  /// The merchant's account at Amazon Pay, whose button leads to the gateway.
  let merchant: Merchant
  /// The buyer's side.
  let amazon: AmazonPaySandbox.Sandbox
  package let place: SandboxPlace
  package let state: SandboxState<Ledger>
  package let redaction: Redaction
  let calls = CallsInFlight()
  let replies = UnexpectedReplies()
  let returnFaults = Mutex<[ReturnFault]>([])
  private let clock = Mutex(())

  /// - Parameters:
  ///   - merchant: The merchant's account at Amazon Pay.
  ///   - journal: The file that keeps the gateway's state across restarts; nil for memory only. Amazon's is beside it.
  /// - Throws: `JournalError`, or the refusal of Amazon's account.
  public init(
    _ shop: GatewayShop, _ rules: Rules, _ merchant: Merchant, at place: SandboxPlace, journal: String?
  ) throws {
    self.shop = shop
    self.rules = rules
    self.merchant = merchant
    self.place = place
    redaction = Self.redaction(shop)
    var amazonPlace = place
    amazonPlace.faults = []
    amazon = try AmazonPaySandbox.Sandbox([merchant], at: amazonPlace, journal: journal.map { $0 + ".amazon-pay" })
    state = try SandboxState(
      Ledger(shop.id, rules, notifies: place.notificationURL != nil, randomness: place.randomness), at: place,
      journal: journal)
  }

  /// Answers a request as a client on a network sees it.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    let call = APICall(request, body)
    let operation = call == nil ? amazon.operation(of: request)?.rawValue : call?.operation?.rawValue
    var hold: CallsInFlight.Hold?
    defer { if let hold { calls.end(hold) } }
    let exchange = try await self.exchange(
      request, body, operation: operation, endsWithService: endsWithService
    ) { fault in
      setAmazonsClock()
      guard let call else { return page(request, body, fault) }
      return answer(call, request, fault, &hold)
    }
    try await amazon.state.written()
    return exchange
  }

  /// Advances Amazon's clock to the gateway's.
  func setAmazonsClock() {
    clock.withLock { _ in
      let lead = state.now.since(amazon.state.now)
      if lead > .zero { amazon.state.advanceClock(by: lead) }
    }
  }

  /// A date for the shop, which knows the true clock.
  func date(_ moment: Moment) -> String { GatewayDate.text(state.date(of: moment)) }

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] {
    guard place.notificationURL != nil else { return [] }
    return [
      NotificationService(self, trust: place.trust) { [replies] in replies.status($0, $1, to: $2.body) }
    ]
  }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  /// The gateway's own pages and Amazon's. The API is below `/payment/`, too.
  package func isHostedPage(_ request: HTTPRequest) -> Bool {
    let pages: [Link] = [StartPage.link, StartPage.finish, StartPage.challenge]
    return pages.contains { $0.text[...] == request.pathWithoutQuery } || amazon.isHostedPage(request)
  }

  /// The gateway's operations, and those of Amazon's API on the same site.
  package var operations: [String] { Operation.allCases.map(\.rawValue) + AmazonPaySandbox.ControlNames.operations }
  package var notificationObjects: [String] { ["transaction"] }

  /// Six attempts, an hour apart, and 15 seconds for an answer (a comment in a public receiver).
  package var deliveryRules: DeliveryRules {
    DeliveryRules(timeout: .seconds(15), retryPauses: Array(repeating: .seconds(3_600), count: 5))
  }

  package func message(_ delivery: NotificationDelivery<ResultNotice>) throws -> NotificationMessage {
    NotificationMessage(
      url: try requiredNotificationURL,
      headers: ["content-type": "application/x-www-form-urlencoded;charset=Windows-31J"],
      body: delivery.subject.form(
        shopID: shop.id, at: delivery.publishedAt, namesPermission: rules.notificationsNamePermission))
  }
}

/// The calls that are being executed. While a call about an order runs, the gateway refuses others that would change it.
final class CallsInFlight: Sendable {
  struct Hold: Sendable {
    let order: String
  }

  private let running = Mutex<[String: [UInt8]]>([:])

  /// - Returns: Nil if a call about the order is running, with the information if it is the same one.
  func begin(_ order: String, _ call: [UInt8]) -> (hold: Hold?, isSame: Bool) {
    running.withLock { running in
      if let other = running[order] { return (nil, other == call) }
      running[order] = call
      return (Hold(order: order), false)
    }
  }

  func end(_ hold: Hold) { running.withLock { $0[hold.order] = nil } }
}
