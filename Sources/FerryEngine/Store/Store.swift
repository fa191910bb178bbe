public import FerryCheckout
public import FerryCore
import FerryProvider

/// Where checkouts live. A store passes the contract suite in `FerryTesting`.
///
/// Closures given to `open` and `update` are pure: a store runs them inside its own transaction, and may run one again.
/// What they throw is thrown to the caller, and nothing is committed then.
public protocol Store: WebhookStore {
  /// Opens an attempt to pay for the order with a reference, or finds what is there.
  ///
  /// - Parameter key: The merchant's idempotency key, if there is one.
  /// - Parameter decide: Gets the order if it is there, and its live attempt if it has one.
  /// - Throws: `StoreError.keyReused` when the key came with another request before; what `decide` throws.
  func open(
    _ reference: OrderReference, key: CreationKey?,
    decide: @escaping @Sendable (_ order: Order?, _ live: Checkout?) throws -> Opening
  ) async throws -> OpeningResult

  /// The one way to change a checkout: reads it, lets `decide` change it, and commits everything together or nothing.
  ///
  /// An update that is under way is committed even if its caller's task is cancelled.
  /// - Throws: `StoreError.notFound`, `StoreError.referenceTaken`, `StoreError.notificationClosed`,
  ///   `StoreError.inconsistent`; what `decide` throws.
  func update<Result: Sendable>(
    _ id: CheckoutID, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result

  /// The checkout, or nil.
  func file(_ id: CheckoutID) async throws -> CheckoutFile?

  /// The checkout to which a provider's reference belongs, or nil.
  func checkout(_ provider: ProviderID, _ mode: Mode, reference: String) async throws -> CheckoutID?

  /// What is to be done at a moment, as one state of the store has it.
  /// - Parameters:
  ///   - demands: Whose commands are asked for, and how many at most. Others are as if they were not there.
  ///   - notifications: Whose notifications are asked for, likewise.
  ///   - wakings: How many wakings at most.
  func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due

  /// Keeps a new notification of a provider, unless it is known by its identity, or nobody signed it and none of its
  /// references belongs to a checkout. Closed ones that are older than `limits.memory` are forgotten by and by.
  func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance

  /// Puts off an open notification that names no checkout; does nothing if it names one by now, for then it is due.
  /// - Parameter until: When to try again; nil when it has waited for long enough.
  /// - Returns: Whether it was put off.
  func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool

  /// Makes open notifications that are put off until after a moment due at it.
  func hastenNotifications(to now: Moment) async throws

  /// A notification as it stands, or nil.
  func notification(_ number: InboxNumber) async throws -> InboxEntry?

  /// How many notifications there are, by queue, state and whether they are recognised; in no particular order.
  func inbox() async throws -> [InboxCount]

  /// The latest checkouts, newest first; those of one millisecond by their ids.
  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile]

  /// What has come together in each queue that holds anything.
  /// - Parameter now: What is overdue by then is counted as such.
  func backlog(at now: Moment) async throws -> [Backlog]

  /// The latest moment among the last entries of the log, as the clock showed it when they were written; nil when there are
  /// none.
  func lastWritten() async throws -> Moment?

  /// Checkouts that have a command put off until after a moment, or want to be woken after it, in the order of their ids.
  /// - Parameter last: Only those that follow this one.
  func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID]

  /// Log entries after a position, oldest first, of one checkout or of all.
  func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord]

  /// Ledger entries of a checkout, oldest first.
  func ledger(_ id: CheckoutID) async throws -> [LedgerEntry]

  /// The sum of every account, by mode, provider and currency.
  func balances() async throws -> [Balance]

  /// Empties what is known of the buyer of a checkout. Money and timeline stay.
  /// - Throws: `StoreError.notFound`.
  func forget(_ id: CheckoutID) async throws

  /// Transactions made durable since the start; several updates may share one.
  var flushes: Int { get async }
}

/// Everything of one checkout, as one transaction sees it.
public struct CheckoutFile: Hashable, Sendable {
  public var order: Order
  public var checkout: Checkout
  public var roundTrips: RoundTrips
  /// The provider's own memory.
  public var record: [UInt8]?
  /// Who buys. The only place where that stands.
  public var details: BuyerDetails?
  public var outstanding: [StoredCommand]
  /// The sequence number of the last thing that merchants were told of; 0 before the first.
  public var lastMessage: Int

  public init(
    order: Order, checkout: Checkout, roundTrips: RoundTrips, record: [UInt8]? = nil, details: BuyerDetails? = nil,
    outstanding: [StoredCommand] = [], lastMessage: Int = 0
  ) {
    self.order = order
    self.checkout = checkout
    self.roundTrips = roundTrips
    self.record = record
    self.details = details
    self.outstanding = outstanding
    self.lastMessage = lastMessage
  }
}

/// What is committed together with a changed checkout. (Changes of `outstanding` are committed too.)
public struct Change: Hashable, Sendable {
  public var log: [LogEntry] = []
  /// An entry that stands already is ignored; one that says otherwise than what stands is `StoreError.inconsistent`.
  public var ledger: [LedgerEntry] = []
  /// References of the provider that belong to the checkout from now on. Notifications that wait for one are due then.
  public var references: [String] = []
  /// What becomes of notifications that name the checkout, of its own provider and mode.
  public var notifications: [NotificationChange] = []
  /// New messages of the checkout, one for each endpoint.
  public var webhooks: [WebhookDelivery] = []
  /// What becomes of messages of the checkout. Those that are not known any more are passed over.
  public var deliveries: [WebhookUpdate] = []

  public init() {}
}

/// How a merchant names an order.
public struct OrderReference: Hashable, Sendable {
  public var shop: ShopID
  public var mode: Mode
  public var reference: String

  public init(shop: ShopID, mode: Mode, reference: String) {
    self.shop = shop
    self.mode = mode
    self.reference = reference
  }
}

/// A merchant's idempotency key with a digest of the request that it came with. Keys are the shop's and the mode's own.
public struct CreationKey: Hashable, Sendable {
  public var key: String
  public var digest: String

  public init(key: String, digest: String) {
    self.key = key
    self.digest = digest
  }
}

/// What to do about an order's reference.
public enum Opening: Sendable {
  case create(CheckoutFile, Change)
  /// The attempt that is live or paid.
  case existing(CheckoutID)
}

public enum OpeningResult: Hashable, Sendable {
  case created(CheckoutID)
  case existing(CheckoutID)
  /// The key was used before for the same request.
  case replayed(CheckoutID)
}

public enum StoreError: Error, Hashable, Sendable {
  case notFound
  case keyReused
  /// A provider's reference belongs to another checkout.
  case referenceTaken
  /// A notification has been worked on already, or is of another provider or mode.
  case notificationClosed
  /// What was to be committed breaks a rule that the store keeps, for instance one live attempt per order, or one amount
  /// per ledger entry. Says which, without data.
  case inconsistent(String)
  /// The store has stopped: nothing more is committed.
  case stopped
}

/// An account's sum.
public struct Balance: Hashable, Sendable {
  public var mode: Mode
  public var provider: ProviderID
  public var account: LedgerEntry.Account
  /// Debits less credits.
  public var amount: Money

  public init(mode: Mode, provider: ProviderID, account: LedgerEntry.Account, amount: Money) {
    self.mode = mode
    self.provider = provider
    self.account = account
    self.amount = amount
  }
}
