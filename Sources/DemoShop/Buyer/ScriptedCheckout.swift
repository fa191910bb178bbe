public import AsyncHTTPClient
public import FerryCore
import Foundation

/// The order of a scripted buyer, and the provider that they pay with.
public struct ScriptedPurchase: Sendable {
  public var provider: String
  public var language: Language
  public var order: OrderContent
  public var capture: CapturePolicy
  /// The shop's options for this provider.
  public var options: ProviderOptions?

  public init(
    provider: String, language: Language, order: OrderContent, capture: CapturePolicy = .automatic,
    options: ProviderOptions? = nil
  ) {
    self.provider = provider
    self.language = language
    self.order = order
    self.capture = capture
    self.options = options
  }
}

/// A whole checkout over HTTP: the calls of a shop's backend, and a buyer who acts by the sandbox's control API. It works with
/// every provider. Functions throw `Unexpected`, or what the transport throws.
public struct ScriptedCheckout: Sendable {
  public struct Target: Sendable {
    /// Ferry's base address, without a slash at the end.
    public var ferry: String
    /// The sandbox's base address. Its control API is open.
    public var sandbox: String
    public var secretKey: Secret<String>
    public var purchase: ScriptedPurchase

    public init(ferry: String, sandbox: String, secretKey: Secret<String>, purchase: ScriptedPurchase) {
      self.ferry = ferry
      self.sandbox = sandbox
      self.secretKey = secretKey
      self.purchase = purchase
    }
  }

  /// The steps, as they are timed.
  public enum Step: String, CaseIterable, Sendable {
    case create
    case start
    case review
    case confirm
    case pay
    case settle
  }

  package let target: Target
  package let api: ScriptedAPI
  package let browser: ScriptedBrowser
  private let buyer: SandboxBuyer
  private let time: any Timekeeper

  public init(_ target: Target, client: HTTPClient) {
    self.init(target, transport: NetworkTransport(client: client))
  }

  /// - Parameter time: For the pauses while the server waits for the provider.
  public init(_ target: Target, transport: any ShopTransport, time: any Timekeeper = SystemTime()) {
    self.target = target
    self.time = time
    api = ScriptedAPI(server: target.ferry, secretKey: target.secretKey, transport: transport)
    browser = ScriptedBrowser(transport)
    buyer = SandboxBuyer(browser: browser, sandbox: target.sandbox)
  }

  /// Runs a checkout to its end.
  /// - Parameters:
  ///   - reference: The merchant's name of the order; also the idempotency key of its creation.
  ///   - card: A card by the provider's name; the usual one unless given.
  ///   - timed: Called with the duration of each of Ferry's own steps.
  /// - Returns: The checkout at its end, or its last state before a timeout.
  public func run(
    reference: String, card: String? = nil, timed: @Sendable (Step, Duration) -> Void = { _, _ in }
  ) async throws -> CheckoutBody {
    let session = try await approve(reference: reference, card: card, timed: timed)
    try await measured(.settle, timed) { try await comeBackFromPayment(session) }
    return try await read(session.checkout)
  }

  /// Runs a checkout until the buyer has approved the payment at the provider and Ferry does not know it yet.
  public func approve(
    reference: String, card: String? = nil, timed: @Sendable (Step, Duration) -> Void = { _, _ in }
  ) async throws -> Session {
    let session = try await openPayment(reference: reference, card: card, timed: timed)
    try await act(session, "approve", card: card)
    return session
  }

  /// Runs a checkout until the buyer is on the provider's payment page.
  public func openPayment(
    reference: String, card: String? = nil, timed: @Sendable (Step, Duration) -> Void = { _, _ in }
  ) async throws -> Session {
    var checkout = try await measured(.create, timed) { try await create(reference) }
    // Without a first step there is nothing to select: the buyer reviews at once.
    if checkout.next != nil {
      let selecting = try await measured(.start, timed) { try await start(checkout) }
      try await act(selecting, "select", card: card)
      try await measured(.review, timed) { try await comeBackFromSelection(selecting) }
      checkout = try await read(checkout.id)
    }
    guard let review = checkout.review, [.open, .reviewing].contains(checkout.phase) else {
      throw Unexpected("Before the review the checkout is \(checkout.phase.rawValue).")
    }
    let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
    checkout = try await measured(.confirm, timed) { try await confirm(checkout.id, agreed) }
    let step = try await measured(.pay, timed) { try await spendTicket(checkout) }
    return try await open(step, of: checkout)
  }

  /// The page that the buyer is on at the provider.
  public struct Session: Sendable {
    public let id: String
    public let checkout: String
    /// With the provider's parameters.
    public let returnURL: String
    public let cancelURL: String?
  }

  /// - Parameter key: The idempotency key of the creation; the reference unless given.
  public func create(_ reference: String, key: String? = nil) async throws -> CheckoutBody {
    try await api.create(target.purchase, reference, key: key, buyer: Self.facts)
  }

  /// The shop's statement about its buyer, for providers that need one. The address is reserved for examples (RFC 5737).
  private static let facts = BuyerFacts(ipAddress: "192.0.2.1", userAgent: "Ferry scripted buyer")

  public func read(_ id: String) async throws -> CheckoutBody {
    try await api.call("GET", "/v1/checkouts/\(id)", String?.none)
  }

  public func confirm(_ id: String, _ agreed: ConfirmCheckoutBody) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(id)/confirm", agreed)
  }

  /// - Returns: The checkout after its cancellation, or its last state before a timeout.
  public func cancel(_ id: String) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(id)/cancel", String?.none)
  }

  /// An operation with the money of a paid checkout.
  public enum MoneyOperation: String, Sendable {
    case capture
    case refund
    /// Releases all that is not captured.
    case void
  }

  /// - Parameters:
  ///   - amount: Nil for all that is left, or for the lines' amount.
  ///   - lines: Nil for an operation by amount.
  ///   - key: The idempotency key of the operation. A void has none.
  /// - Returns: The operation as it is now; it may be pending.
  public func operate(
    _ id: String, _ operation: MoneyOperation, _ amount: Money? = nil, lines: [LineQuantity]? = nil, key: String
  ) async throws -> OperationBody {
    let body = operation == .void ? nil : PaymentOrderBody(amount: amount, lines: lines)
    return try await api.call(
      "POST", "/v1/checkouts/\(id)/\(operation.rawValue)", body, headers: [(name: "idempotency-key", value: key)],
      as: OperationResultBody.self
    ).operation
  }

  /// Spends the ticket, and opens the provider's page.
  public func start(_ checkout: CheckoutBody) async throws -> Session {
    try await open(try await spendTicket(checkout), of: checkout)
  }

  private func open(_ step: StartStep, of checkout: CheckoutBody) async throws -> Session {
    let page = try await buyer.open(step, order: checkout.orderNumber)
    guard let returnURL = page.returnURL else { throw Unexpected("The provider was given no return URL.") }
    return Session(id: page.page, checkout: checkout.id, returnURL: returnURL, cancelURL: page.cancelURL)
  }

  /// Spends the ticket after the confirmation.
  /// - Returns: The payment page's address.
  public func paymentPage(_ checkout: CheckoutBody) async throws -> String {
    let step = try await spendTicket(checkout)
    guard let url = step.url else { throw Unexpected("The step after agreeing is no redirect to the payment page.") }
    return url
  }

  private func spendTicket(_ checkout: CheckoutBody) async throws -> StartStep {
    guard let next = checkout.next?.url, let ticket = next.split(separator: "#", maxSplits: 1).last else {
      throw Unexpected("A checkout that is \(checkout.phase.rawValue) leads nowhere.")
    }
    return try await StartStep.spending(String(ticket), at: target.ferry, in: browser, time)
  }

  /// Comes back from the selection. The shop claims the code.
  public func comeBackFromSelection(_ session: Session) async throws {
    // There is no code if it was claimed before.
    guard let code = try await bringCode(session) else { return }
    _ = try await claim(session.checkout, code)
  }

  /// Comes back from the selection to the shop's page.
  /// - Returns: The code in the shop's address. Nil if there is nothing to claim.
  public func bringCode(_ session: Session) async throws -> String? {
    let place = try await comeBack(session.returnURL)
    return (place?.split(separator: "ferry_code=").dropFirst().first).map(String.init)
  }

  public func claim(_ id: String, _ code: String) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(id)/claim", ClaimBody(code: code))
  }

  /// Comes back from the payment page, after any action there.
  public func comeBackFromPayment(_ session: Session) async throws {
    _ = try await comeBack(session.returnURL.replacingOccurrences(of: "/select", with: "/pay"))
  }

  /// Comes back by the provider's cancel link.
  public func returnToShop(_ session: Session) async throws {
    guard let url = session.cancelURL else { throw Unexpected("The provider was given no cancel link.") }
    _ = try await comeBack(url)
  }

  private func comeBack(_ url: String) async throws -> String? {
    let answer = try await browser.get(url)
    guard answer.status == 303 else { throw Unexpected("The return was answered with \(answer.status).") }
    return answer.location
  }

  /// Does one thing at the provider.
  /// - Parameters:
  ///   - act: select, approve, decline, cancel or leave.
  ///   - card: A card by the provider's name; the usual one unless given.
  ///   - address: An address by the provider's name; the usual one unless given.
  public func act(_ session: Session, _ act: String, card: String? = nil, address: String? = nil) async throws {
    try await buyer.act(session.id, act, details: ["card": card, "address": address].compactMapValues(\.self))
  }

  private func measured<Result>(
    _ step: Step, _ timed: @Sendable (Step, Duration) -> Void,
    _ work: () async throws -> Result
  ) async throws -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await work()
    timed(step, start.duration(to: clock.now))
    return result
  }
}
