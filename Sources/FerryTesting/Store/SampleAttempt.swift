public import FerryCheckout
public import FerryCore
public import FerryEngine
public import FerryProvider

/// A small, valid attempt to pay for an order of two books, for tests of stores.
public struct SampleAttempt: Sendable {
  public var checkout: CheckoutID
  public var order: OrderID
  /// The merchant's reference of the order.
  public var reference: String
  public var mode: Mode
  public var shop: ShopID
  public var provider: ProviderID
  public var createdAt: Moment
  public var lifetime: Duration
  /// The buyer's app, for an attempt of kind `app`.
  public var app: AppBody?
  public var capture: CapturePolicy
  public var content = Self.content

  /// - Parameters:
  ///   - name: The checkout's id.
  ///   - order: The order's name; `name` if it is nil.
  public init(
    _ name: String, order: String? = nil, mode: Mode = .test, shop: ShopID = "books",
    provider: ProviderID = Self.provider, createdAt: Moment = Self.start,
    lifetime: Duration = .seconds(3600), app: AppBody? = nil,
    capture: CapturePolicy = .automatic
  ) {
    checkout = CheckoutID(name)
    self.order = OrderID("order-\(order ?? name)")
    reference = "ref-\(order ?? name)"
    self.mode = mode
    self.shop = shop
    self.provider = provider
    self.createdAt = createdAt
    self.lifetime = lifetime
    self.app = app
    self.capture = capture
  }

  /// 2026-01-01T00:00:00Z.
  public static let start = Moment(milliseconds: 1_767_225_600_000)
  public static let provider: ProviderID = "amazon-pay"
  /// The account of attempts in test mode.
  public static let account = ProviderAccountID(provider: provider, mode: .test)

  public var orderReference: OrderReference { OrderReference(shop: shop, mode: mode, reference: reference) }

  public static let content = OrderContent(
    currency: .jpy, lines: [OrderLine(sku: "BOOK-1", name: "Sea charts", quantity: 2, unitPrice: .yen(2200))],
    tax: TaxRule(.tenPercent, rounding: .down, included: true))

  /// The file of the attempt when it is opened.
  /// - Parameter existing: The order, if it exists already.
  /// - Throws: `Order.AttemptRefusal`.
  public func file(for existing: Order? = nil) throws -> CheckoutFile {
    let stated = try CheckedOrder(reference: reference, content: content)
    var order =
      existing
      ?? Order(
        id: order, number: "F-\(order.text)-\(mode.rawValue)", shop: shop, mode: mode, stated: stated,
        createdAt: createdAt)
    try order.open(checkout, stated: stated)
    let profile = JourneyProfile(
      journey: .selectThenPay, lifetime: lifetime, quietSchedule: [.seconds(60)], pendingSchedule: [.seconds(60)],
      settlesOnlyByUs: true, canCancelSession: false)
    let attempt = try Checkout(
      id: checkout, order: order, provider: provider, kind: app == nil ? .browser : .app, language: .english,
      capture: capture, profile: profile, createdAt: createdAt, app: app)
    return CheckoutFile(order: order, checkout: attempt, roundTrips: RoundTrips(nonce: "nonce-\(checkout.text)"))
  }

  /// Opens the attempt in a store, or finds the order's live attempt.
  @discardableResult
  public func open(
    in store: some Store, key: CreationKey? = nil, change: Change = Change(),
    _ prepare: @escaping @Sendable (inout CheckoutFile) throws -> Void = { _ in }
  ) async throws -> OpeningResult {
    try await store.open(orderReference, key: key) { order, _ in
      if let id = order?.live ?? order?.paidBy { return .existing(id) }
      var file = try file(for: order)
      try prepare(&file)
      return .create(file, change)
    }
  }
}

extension LedgerEntry {
  /// Yen that were captured, or move otherwise.
  static func sample(
    _ id: String, yen: Int64 = 4400, kind: Kind = .capture, from credit: Account = .sales,
    to debit: Account = .receivable
  ) -> LedgerEntry {
    LedgerEntry(kind: kind, externalID: id, debit: debit, credit: credit, amount: .yen(yen))
  }
}

extension Change {
  static func remarks(_ remarks: String...) -> Change {
    var change = Change()
    change.log = remarks.map { LogEntry(at: SampleAttempt.start, .remark($0)) }
    return change
  }
}

extension Store {
  /// The due work of samples in test mode.
  public func due(at now: Moment, limit: Int = 10) async throws -> Due {
    let demand = CommandDemand(SampleAttempt.account, limit: limit)
    return try await due(at: now, commands: [demand], notifications: [demand], wakings: limit)
  }

  /// Erases the buyer's details and facts of a checkout.
  public func forget(_ id: CheckoutID) async throws {
    try await update(id) { file, _ in (file.details, file.buyerFacts) = (nil, nil) }
  }
}

extension CheckoutFile {
  /// Takes a new attempt to a paid order, with the answers of a provider without faults: the money is captured, or authorized
  /// if capture is manual.
  ///
  /// - Parameters:
  ///   - session: The provider's id of its session.
  ///   - charge: The provider's id of the charge.
  /// - Returns: The ledger entries, for the change that the file is committed with.
  /// - Throws: `Refusal` for an attempt that is not new.
  public mutating func pay(
    session: String = "S-1", charge: String, at now: Moment = SampleAttempt.start
  ) throws(Refusal) -> [LedgerEntry] {
    let chosen = Observation(
      sessionReference: session, session: .open,
      selection: Selection(fingerprint: "chosen", region: "Tokyo", country: "JP"))
    var ledger: [LedgerEntry] = []
    ledger += try apply(.leave(change: nil), now)
    ledger += try apply(.returned(session: session), now)
    ledger += try apply(.performed(checkout.lastCommand, .observed(chosen)), now)
    let total = checkout.quote?.total ?? .zero(checkout.content.currency)
    ledger += try apply(.confirm(revision: checkout.revision, total: total), now)
    ledger += try apply(.performed(checkout.lastCommand, .observed(chosen)), now)
    let page = Observation(
      sessionReference: session, session: .open, asked: total, paymentPage: "https://provider.example/pay/\(session)")
    ledger += try apply(.performed(checkout.lastCommand, .observed(page)), now)
    ledger += try apply(.returned(session: session), now)
    let isHeld = checkout.capture == .manual
    let captured = Observation(
      sessionReference: session, session: .completed,
      charge: ChargeObservation(
        reference: charge, state: isHeld ? .authorized : .captured, authorized: total,
        captured: isHeld ? .zero(total.currency) : total, refunded: .zero(total.currency)))
    ledger += try apply(.performed(checkout.lastCommand, .observed(captured)), now)
    return ledger
  }

  private mutating func apply(_ event: Event, _ now: Moment) throws(Refusal) -> [LedgerEntry] {
    try checkout.receive(event, at: now, for: &order).ledger
  }
}

extension WebhookDelivery.ID {
  package static func sample(
    _ checkout: CheckoutID, _ sequence: Int, endpoint: WebhookEndpointID = "orders"
  ) -> WebhookDelivery.ID {
    WebhookDelivery.ID(endpoint: endpoint, message: WebhookMessageID(checkout: checkout, sequence: sequence))
  }
}

extension WebhookDelivery {
  /// - Parameter seconds: The time of the event after `SampleAttempt.start`.
  package static func sample(
    _ checkout: CheckoutID, _ sequence: Int, endpoint: WebhookEndpointID = "orders", after seconds: Int = 0
  ) -> WebhookDelivery {
    let moment = SampleAttempt.start + .seconds(seconds)
    let body = WebhookBody(
      type: .paymentCaptured, at: moment,
      data: WebhookData(
        checkout: checkout.text, sequence: sequence, orderReference: "ref-\(checkout)", orderNumber: "F-1",
        provider: SampleAttempt.provider.text, mode: .test, phase: .paid, amount: .yen(4400),
        payment: PaymentBody(
          authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0), capturable: .yen(0), reference: "C-1"),
        operation: OperationBody(
          id: "capture-1", kind: "capture", amount: .yen(4400), state: .succeeded, reason: nil, reference: "C-1",
          requestedAt: moment)))
    return WebhookDelivery(
      WebhookMessageID(checkout: checkout, sequence: sequence), to: endpoint, body: body, at: moment)
  }
}

extension ProviderReference {
  /// A reference of the kind that samples have.
  public static func sample(_ value: String) -> Self { Self("sample", value) }
}
