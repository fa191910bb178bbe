import CryptoExtras
import FerryCore
public import FerrySandbox
import FerryWeb
public import HTTPTypes
public import ServiceLifecycle

/// A sandbox of Amazon Pay, Checkout v2, as merchants and buyers see it: the API, `checkout.js`, the hosted pages. No money
/// moves. Time and randomness are passed in, so that it also runs on virtual time, without a socket.
public final class Sandbox: Sendable {
  let merchants: [Merchant]
  let rules: Rules
  let notifications: NotificationSettings
  let authenticator: Authenticator
  package let place: SandboxPlace
  package let state: SandboxState<Ledger>
  package let redaction = Redaction(names: Sandbox.hiddenNames)
  let notificationAuthority: NotificationAuthority?
  let signer: NotificationSigner?

  /// - Parameter journal: The file that keeps the state across restarts; nil for memory only.
  /// - Throws: `SandboxConfigurationError` for a public key or an address that cannot be used; `JournalError` if the journal
  ///   cannot be read.
  public convenience init(
    _ merchants: [Merchant], _ rules: Rules = Rules(), _ notifications: NotificationSettings = NotificationSettings(),
    at place: SandboxPlace, journal: String? = nil
  ) throws {
    try self.init(merchants, rules, notifications, at: place, journal: journal, signingKey: nil)
  }

  /// - Parameter signingKey: Signs the notifications; nil creates one, which takes a while.
  init(
    _ merchants: [Merchant], _ rules: Rules, _ notifications: NotificationSettings, at place: SandboxPlace,
    journal: String?, signingKey: _RSA.Signing.PrivateKey?
  ) throws {
    self.merchants = merchants
    self.rules = rules
    self.notifications = notifications
    self.place = place
    let urls = merchants.flatMap { $0.notificationURLs.values.sorted() }
    let problems = notifications.problems(urls)
    guard problems.isEmpty else { throw SandboxConfigurationError(problems: problems) }
    authenticator = try Authenticator(merchants, rules)
    state = try SandboxState(Ledger(merchants, rules, notifications, at: place), at: place, journal: journal)
    guard !urls.isEmpty else {
      (notificationAuthority, signer) = (nil, nil)
      return
    }
    let now = place.timekeeper.now
    let authority = try notifications.authority ?? NotificationAuthority(now: now, randomness: place.randomness)
    notificationAuthority = authority
    signer = try NotificationSigner(authority, key: signingKey, now: now, randomness: place.randomness)
    if notifications.asksForConfirmation {
      state.change { ledger, now in ledger.askForConfirmation(at: now) }
    }
  }

  /// Answers a request at once, for callers without a network. Unlike `exchange`, it applies no faults and does not wait
  /// for the journal.
  public func respond(to request: HTTPRequest, body: [UInt8]) -> (HTTPResponse, [UInt8]) {
    let exchange = logged(request, body, since: state.timekeeper.now) { execute(request, body, fault: nil) }
    return (exchange.response, exchange.body)
  }

  /// Answers a request as a client on a network sees it: with its planned faults, and after its changes are in the
  /// journal.
  /// - Parameter endsWithService: True if a planned delay ends when the surrounding service stops. The connection
  ///   then ends without an answer.
  /// - Throws: `CancellationError` when a delay ends before its time; `JournalError`.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    try await exchange(request, body, operation: operation(of: request)?.rawValue, endsWithService: endsWithService) {
      execute(request, body, fault: $0)
    }
  }

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] { signer == nil ? [] : [NotificationService(self, trust: place.trust)] }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Sandbox: ProviderSandbox {
  func merchant(_ owner: Owner) -> Merchant? { merchants.first { $0.id == owner.merchantID } }

  package func isHostedPage(_ request: HTTPRequest) -> Bool { request.pathWithoutQuery.hasPrefix("/checkout/") }

  package var operations: [String] { ControlNames.operations }
  package var notificationObjects: [String] { ControlNames.notificationObjects }
}
