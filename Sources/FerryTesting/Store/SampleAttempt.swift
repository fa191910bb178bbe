public import FerryCheckout
public import FerryCore
public import FerryEngine

/// An attempt to pay for an order of two books, for tests of stores: valid, and small.
public struct SampleAttempt: Sendable {
  public var checkout: CheckoutID
  public var order: OrderID
  /// The merchant's name of the order.
  public var reference: String
  public var mode: Mode
  public var shop: ShopID
  public var createdAt: Moment
  public var lifetime: Duration
  /// The app that the buyer is in, of an attempt of kind `app`.
  public var app: AppBody?
  public var capture: CapturePolicy

  /// - Parameter name: Of the checkout; the order is named after it too, unless another is named.
  public init(
    _ name: String, order: String? = nil, mode: Mode = .test, shop: ShopID = "books", createdAt: Moment = Self.start,
    lifetime: Duration = .seconds(3600), app: AppBody? = nil,
    capture: CapturePolicy = .automatic
  ) {
    checkout = CheckoutID(name)
    self.order = OrderID("order-\(order ?? name)")
    reference = "ref-\(order ?? name)"
    self.mode = mode
    self.shop = shop
    self.createdAt = createdAt
    self.lifetime = lifetime
    self.app = app
    self.capture = capture
  }

  /// 2026-01-01T00:00:00Z.
  public static let start = Moment(milliseconds: 1_767_225_600_000)
  public static let provider: ProviderID = "amazon-pay"
  /// Where the commands of attempts in test mode wait.
  public static let queue = CommandQueue(provider: provider, mode: .test)

  public var orderReference: OrderReference { OrderReference(shop: shop, mode: mode, reference: reference) }

  public static let content = OrderContent(
    currency: .jpy, lines: [OrderLine(sku: "BOOK-1", name: "Sea charts", quantity: 2, unitPrice: .yen(2200))],
    tax: TaxRule(rate: .tenPercent, rounding: .down, included: true))

  /// The attempt as it is when it is opened.
  /// - Parameter existing: The order, if it stands already.
  /// - Throws: `Order.AttemptRefusal`.
  public func file(for existing: Order? = nil) throws -> CheckoutFile {
    let stated = try CheckedOrder(reference: reference, content: Self.content)
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
      id: checkout, order: order, provider: Self.provider, kind: app == nil ? .browser : .app, language: .english,
      capture: capture, profile: profile, createdAt: createdAt, app: app)
    return CheckoutFile(
      order: order, checkout: attempt, roundTrips: RoundTrips(nonce: "nonce-\(checkout.text)"))
  }

  /// Opens the attempt in a store, or finds the order's live one.
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
  /// What samples in test mode have to do at a moment.
  public func due(at now: Moment, limit: Int = 10) async throws -> Due {
    let demand = CommandDemand(SampleAttempt.queue, limit: limit)
    return try await due(at: now, commands: [demand], notifications: [demand], wakings: limit)
  }
}
