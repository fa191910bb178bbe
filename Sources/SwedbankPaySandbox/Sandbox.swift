import FerryCore
public import FerrySandbox
import FerryWeb
public import HTTPTypes
public import ServiceLifecycle

/// A sandbox of Swedbank Pay's payment orders as merchants and payers see them: the API, the payment page, the payment menu
/// by script, the pages and apps beside it, and the callbacks. No money moves. Time and randomness are passed in, so that it
/// also runs on virtual time, without a socket.
public final class Sandbox: Sendable {
  let merchant: Merchant
  package let place: SandboxPlace
  package let state: SandboxState<Ledger>
  package let redaction: Redaction

  /// - Parameter journal: The file that keeps the state across restarts; nil for memory only.
  /// - Throws: `JournalError`.
  public init(_ merchant: Merchant, at place: SandboxPlace, journal: String?) throws {
    self.merchant = merchant
    self.place = place
    redaction = Self.redaction(merchant)
    state = try SandboxState(Ledger(merchant), at: place, journal: journal)
  }

  /// Answers a request as a client on a network sees it.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    let call = APICall(request, body)
    let operation = call?.operation ?? Operation(loadedBy: request)
    return try await exchange(
      request, body, operation: operation?.rawValue, endsWithService: endsWithService
    ) { fault in
      guard let call else {
        var exchange =
          operation == .loadScript
          ? PageAnswer(.asset(.hostedViewScript, isForEver: false)).exchange(at: state.timekeeper.now)
          : page(request, body)
        if let operation {
          exchange.strike(fault)
          exchange.record = RequestRecord(
            request, operation: operation.rawValue, status: exchange.response.status.code, wasStruck: fault != nil)
        }
        return exchange
      }
      return answer(call, request, fault)
    }
  }

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] {
    merchant.rules.sendsCallbacks ? [NotificationService(self, trust: place.trust)] : []
  }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  package func isHostedPage(_ request: HTTPRequest) -> Bool {
    let pages = ["/checkout/", "/paymentmenu/", "/menu/", "/issuer/", "/app/", "/wallet/", "/consumers/"]
    return Operation(loadedBy: request) != .loadScript && pages.contains { request.pathWithoutQuery.hasPrefix($0) }
  }

  package var operations: [String] { Operation.allCases.map(\.rawValue) }
  package var notificationObjects: [String] { ["paymentOrder"] }

  /// Retries 30, 60, 360, 432, 864 and 1265 seconds after the transaction ("Callback" of the documentation, which lists no
  /// others and no timeout).
  package var deliveryRules: DeliveryRules {
    DeliveryRules(
      timeout: .seconds(5), retryPauses: [30, 30, 300, 72, 432, 401].map { .seconds($0) }, retriesRefusals: true)
  }

  package func message(_ delivery: NotificationDelivery<CallbackNotice>) throws -> NotificationMessage {
    NotificationMessage(
      url: delivery.subject.url,
      headers: ["content-type": "application/json", "user-agent": "Swedbank Pay sandbox"],
      body: delivery.subject.body.bytes)
  }
}
