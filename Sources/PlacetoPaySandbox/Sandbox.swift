import FerryCore
public import FerrySandbox
import FerryWeb
public import HTTPTypes
public import ServiceLifecycle

/// A sandbox of PlacetoPay Checkout as merchants and buyers see it: the API, the hosted page, the lightbox script and the
/// notifications. No money moves. Time and randomness are passed in, so that it also runs on virtual time, without a socket.
public final class Sandbox: Sendable {
  let site: Site
  let rules: Rules
  package let place: SandboxPlace
  package let state: SandboxState<Ledger>
  package let redaction: Redaction

  /// - Parameters:
  ///   - journal: The file that keeps the state across restarts; nil for memory only.
  ///   - isLegacy: True for a site that still uses SHA-1.
  /// - Throws: `JournalError`.
  public init(
    _ site: Site, _ rules: Rules, at place: SandboxPlace, journal: String?, isLegacy: Bool = false
  ) throws {
    self.site = site
    self.rules = rules
    self.place = place
    redaction = Self.redaction(site)
    var flags = SiteFlags()
    flags.isLegacy = isLegacy
    state = try SandboxState(
      Ledger(site.login, rules, notifies: place.notificationURL != nil, flags: flags), at: place, journal: journal)
  }

  /// Answers a request as a client on a network sees it.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    let call = APICall(request, body)
    return try await exchange(
      request, body, operation: call?.operation?.rawValue, endsWithService: endsWithService
    ) { fault in
      guard let call else { return page(request, body) }
      return answer(call, request, fault)
    }
  }

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] {
    place.notificationURL == nil ? [] : [NotificationService(self, trust: place.trust)]
  }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  package func isHostedPage(_ request: HTTPRequest) -> Bool { request.pathWithoutQuery.hasPrefix("/spa/") }

  package var operations: [String] { Operation.allCases.map(\.rawValue) }
  package var notificationObjects: [String] { ["session"] }

  /// PlacetoPay notifies once, whatever the answer is. The documentation does not tell its timeout.
  package var deliveryRules: DeliveryRules { DeliveryRules(timeout: .seconds(5), retryPauses: []) }

  package func message(_ delivery: NotificationDelivery<SessionNotice>) throws -> NotificationMessage {
    let body = delivery.subject.body(
      at: delivery.publishedAt, site.secret, isLegacy: state.reading(\.flags.isLegacy))
    return NotificationMessage(
      url: try requiredNotificationURL,
      headers: ["content-type": "application/json", "user-agent": "PlacetoPay sandbox"],
      body: body.bytes)
  }
}
