import FerryCore
public import FerrySandbox
package import FerryWeb
public import HTTPTypes
import NIOSSL
public import ServiceLifecycle

/// A sandbox of PlacetoPay Checkout as merchants and buyers see it: the API, the hosted page, the lightbox script and the
/// notifications. No money moves. Time and randomness are passed in, so that it also runs on virtual time, without a socket.
public final class CheckoutSandbox: Sendable {
  let site: Site
  let rules: CheckoutRules
  let randomness: any Randomness
  let isControlEnabled: Bool
  /// The time after which a page that waits reloads itself.
  let pause: Duration
  package let origin: Origin
  package let state: SandboxState<CheckoutLedger>
  package let redaction: Redaction
  private let notificationURL: String?
  private let trust: TLSConfiguration?

  /// - Parameters:
  ///   - journal: The file that keeps the state across restarts; nil for memory only.
  ///   - isLegacy: True for a site that still uses SHA-1.
  /// - Throws: `JournalError`.
  public init(
    _ site: Site, _ rules: CheckoutRules, at place: SandboxPlace, journal: String?, isLegacy: Bool = false
  ) throws {
    self.site = site
    self.rules = rules
    origin = place.origin
    randomness = place.randomness
    isControlEnabled = place.isControlEnabled
    pause = place.processingPause
    notificationURL = place.notificationURL
    trust = place.trust
    redaction = Self.redaction(site)
    var flags = SiteFlags()
    flags.isLegacy = isLegacy
    state = try SandboxState(
      CheckoutLedger(site.login, rules, notifies: place.notificationURL != nil, flags: flags), journalPath: journal,
      faults: place.faults, requestLogLimit: 500, timekeeper: place.timekeeper)
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

  /// Changes the ledger after all events that are due.
  func change<Result: Sendable, Failure: Error>(
    _ change: (inout CheckoutLedger, Moment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.change { ledger, now throws(Failure) in
      ledger.advance(to: now)
      return try change(&ledger, now)
    }
  }

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] { notificationURL == nil ? [] : [NotificationService(self, trust: trust)] }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension CheckoutSandbox: ProviderSandbox {
  package func isHostedPage(_ request: HTTPRequest) -> Bool { request.pathWithoutQuery.hasPrefix("/spa/") }

  package var operations: [String] { Operation.allCases.map(\.rawValue) }
  package var notificationObjects: [String] { ["session"] }

  /// PlacetoPay notifies once, whatever the answer is. The documentation does not tell its timeout.
  package var deliveryRules: DeliveryRules { DeliveryRules(timeout: .seconds(5), retryPauses: []) }

  private struct NoAddress: Error {}

  package func message(_ delivery: NotificationDelivery<SessionNotice>) throws -> NotificationMessage {
    guard let notificationURL else { throw NoAddress() }
    let body = delivery.subject.body(
      at: delivery.publishedAt, site.secret, isLegacy: state.reading(\.flags.isLegacy))
    return NotificationMessage(
      url: notificationURL, headers: ["content-type": "application/json", "user-agent": "PlacetoPay sandbox"],
      body: body.bytes)
  }
}
