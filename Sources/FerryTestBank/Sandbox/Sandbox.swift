import FerryCore
import FerryHTTP
public import FerrySandbox
import FerryWeb
public import HTTPTypes
public import ServiceLifecycle

/// A sandbox of the invented bank: its API, its payment page, its notifications. For tests; the tool does not register it.
public final class Sandbox: Sendable {
  let secret: Secret<String>
  package let place: SandboxPlace
  package let state: SandboxState<Ledger>
  package let redaction: Redaction

  public init(_ place: SandboxPlace) throws {
    self.place = place
    secret = try DemoAccount.secret(place)
    redaction = Redaction(names: ["payer", "lastDigits", "page", "pay"], secrets: [secret])
    state = try SandboxState(Ledger(), at: place, journal: place.journal("test-bank.journal"))
  }

  /// Answers a request as a client on a network sees it.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    let call = APICall(request)
    let name = call?.operation.rawValue
    return try await exchange(request, body, operation: name, endsWithService: endsWithService) { fault in
      call.map { answer($0, request, body, fault) } ?? page(request, body)
    }
  }

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] {
    place.notificationURL == nil ? [] : [NotificationService(self, trust: place.trust)]
  }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  package func isHostedPage(_ request: HTTPRequest) -> Bool {
    request.pathWithoutQuery.split(separator: "/").first == "pay"
  }

  package var operations: [String] { BankCall.Operation.allCases.map(\.rawValue) }
  package var notificationObjects: [String] { ["payment"] }
  package var deliveryRules: DeliveryRules {
    DeliveryRules(timeout: .seconds(10), retryPauses: [.seconds(10), .seconds(60)])
  }

  package func message(_ delivery: NotificationDelivery<PaymentNotice>) throws -> NotificationMessage {
    let notice = delivery.subject
    let body = stableJSON(BankNotice(id: delivery.messageID, payment: notice.payment, state: notice.state))
    return NotificationMessage(
      url: try requiredNotificationURL,
      headers: ["content-type": "application/json", "authorization": "Bank \(signature(of: body))"], body: body)
  }
}
