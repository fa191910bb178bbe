public import FerryCheckout
public import FerryCore
public import FerryProvider
public import ServiceLifecycle

/// The storage of checkouts. A store passes the contract suite in `FerryTesting`.
///
/// Closures given to `open` and `update` are pure: a store runs them inside its own transaction, and may run one again.
/// If one throws, nothing is committed and the caller gets the error.
///
/// Several servers may share a store. Each checkout then has one owner, the server that does its work; every server may
/// read and change every checkout. `due` and `dueDeliveries` return only work of checkouts that this server owns, and
/// claim those whose owner is no longer alive. Each claim raises the checkout's fence. Whoever opens a checkout owns it.
public protocol Store: WebhookStore, OperatorSessionStore, JournalStore, ReportStore {
  /// Opens an attempt to pay for the order with a reference, or finds what is there.
  ///
  /// - Parameter key: The merchant's idempotency key, if there is one.
  /// - Parameter decide: Gets the order if there is one, and its live attempt if it has one.
  /// - Throws: `StoreError.keyReused` when the key came with another request before; what `decide` throws.
  func open(
    _ reference: OrderReference, key: CreationKey?,
    decide: @escaping @Sendable (_ order: Order?, _ live: Checkout?) throws -> Opening
  ) async throws -> OpeningResult

  /// The one way to change a checkout: reads it, lets `decide` change it, and commits everything together or nothing.
  ///
  /// An update in progress is committed even if its caller's task is cancelled.
  /// - Parameter mayWait: True if `decide` may set `Change.waits`; without it that has no effect.
  /// - Throws: `StoreError.notFound`, `StoreError.referenceTaken`, `StoreError.notificationClosed`,
  ///   `StoreError.inconsistent`; what `decide` throws.
  func update<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result

  /// Returns when all that was committed of a checkout is on disk; see `Change.waits`.
  func flush(_ id: CheckoutID) async throws

  func file(_ id: CheckoutID) async throws -> CheckoutFile?

  /// The checkout that has a provider's reference, or nil.
  func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID?

  /// The work that is due at a moment, in one state of the store. A notification that names no checkout is returned to one
  /// of the servers at least.
  /// - Parameters:
  ///   - demands: The accounts whose commands are asked for, and the most of each. Commands of others are left out.
  ///   - notifications: The same for notifications.
  ///   - wakings: The most wakings.
  func due(
    at now: Moment, commands demands: [CommandDemand], notifications: [CommandDemand], wakings: Int
  ) async throws -> Due

  /// Keeps a new notification of a provider, unless its identity is known, or it is unsigned and none of its references
  /// belongs to a checkout. Closed notifications older than `limits.memory` are deleted by and by.
  func accept(_ notification: InboxEntry, limits: InboxLimits) async throws -> InboxAcceptance

  /// Postpones an open notification that names no checkout; does nothing if it names one by now, for then it is due.
  /// - Parameter until: The time of the retry; nil to close it as expired.
  /// - Returns: True if it was postponed or closed.
  func leaveUnmatched(_ number: InboxNumber, until moment: Moment?, at now: Moment) async throws -> Bool

  /// Makes open notifications that are postponed beyond a moment due at it.
  func bringForwardNotifications(to now: Moment) async throws

  func notification(_ number: InboxNumber) async throws -> InboxEntry?

  /// The numbers of notifications by account, state and recognition, in no particular order.
  func inbox() async throws -> [InboxCount]

  /// The latest checkouts, newest first; those of one millisecond by their ids.
  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile]

  /// The checkouts of a filter that a text finds, newest first. A call reads some thousands at most: then it returns fewer than
  /// it was asked for, and the place to go on from.
  func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts

  /// The sums of the money that moved in a time, in no particular order.
  /// - Parameter shops: The shops whose checkouts count; nil for all.
  func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum]

  /// The numbers of checkouts that began in a time, in no particular order. Checkouts that cannot be read count too.
  /// - Parameter shops: The shops whose checkouts count; nil for all.
  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount]

  /// The backlog of each account that has any.
  /// - Parameter now: Work that is overdue then counts as such.
  func backlog(at now: Moment) async throws -> [Backlog]

  /// The latest problem of each account since a moment, the latest first. Problems of checkouts that cannot be read count too.
  func accountProblems(since moment: Moment) async throws -> [AccountProblem]

  /// The latest moment among the last entries of the log; nil without entries.
  func lastWritten() async throws -> Moment?

  /// Checkouts with a command postponed beyond a moment, or with a timer after it, in the order of their ids.
  /// - Parameter last: Only those that follow this one.
  func waiting(beyond moment: Moment, after last: CheckoutID?, limit: Int) async throws -> [CheckoutID]

  /// The evidence that a command is to send, in its order; none once the command is complete, or the buyer erased.
  func evidence(_ id: CheckoutID, of command: CommandNumber) async throws -> [Evidence]

  /// Log entries after a position, oldest first, of one checkout or of all.
  func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord]

  /// Ledger entries of a checkout, oldest first.
  func ledger(_ id: CheckoutID) async throws -> [LedgerEntry]

  /// The sum of every account of the ledger, by provider account and currency.
  func balances() async throws -> [Balance]

  /// Transactions made durable since the start; several updates may share one.
  var flushes: Int { get async }

  /// The number of servers that share the store and are alive, this one included; at least 1.
  var servers: Int { get }

  /// The number of this server's lease; nil after it has lapsed, by this server's own clock. A server that comes back after
  /// a lapse has another number. A request for what `due` has returned under one lease is sent under that one alone.
  var lease: Int64? { get }

  /// The changes that other servers make from now on, each after its commit. Ends if no other server shares the store.
  func changesElsewhere() -> AsyncStream<ChangeElsewhere>
}

/// A change that another server has made.
public enum ChangeElsewhere: Sendable, Equatable {
  /// Of a checkout, or a notification that names it.
  /// - isOwn: False if another server owns the checkout's work.
  case checkout(CheckoutID, isOwn: Bool)
  /// Anything may have changed: notices may have been missed.
  case any
}

// MARK: A store of one server

extension Store {
  public var servers: Int { 1 }

  public var lease: Int64? { 0 }

  public func changesElsewhere() -> AsyncStream<ChangeElsewhere> { AsyncStream { $0.finish() } }
}

extension Store {
  /// Changes a checkout; the change is on disk when this returns.
  public func update<Result: Sendable>(
    _ id: CheckoutID, decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    try await update(id, mayWait: false, decide: decide)
  }
}

extension Store where Self: Service {
  /// Runs the store for as long as some work takes, which begins once this server has its lease.
  @discardableResult
  public func running<Result: Sendable>(_ work: (Self) async throws -> Result) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let changes = changesElsewhere()
      group.addTask { try await self.run() }
      // The first is of the first renewal. A store of one server has none.
      for await _ in changes { break }
      let result: Swift.Result<Result, any Error>
      do { result = .success(try await work(self)) } catch { result = .failure(error) }
      group.cancelAll()
      try await group.waitForAll()
      return try result.get()
    }
  }
}

/// A merchant's own name of an order.
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

/// A merchant's idempotency key with a digest of its request. Each shop and mode has keys of its own.
public struct CreationKey: Hashable, Sendable {
  public var key: String
  public var digest: String

  public init(key: String, digest: String) {
    self.key = key
    self.digest = digest
  }
}

/// The decision about an order's reference.
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
  /// A notification is closed already, or is another account's.
  case notificationClosed
  /// The change breaks a rule of the store, for instance one live attempt per order, or one amount per ledger entry. The
  /// text says which, without data.
  case inconsistent(String)
  /// The store has stopped: nothing more is committed. The outcome of a commit under way may be unknown.
  case stopped
  /// The store does not answer for now. Nothing was committed, but if the connection was lost during the commit, its
  /// outcome may be unknown. The text says which, without data.
  case unavailable(String)
}

/// The sum of an account of the ledger.
public struct Balance: Hashable, Sendable {
  public var accountID: ProviderAccountID
  public var account: LedgerEntry.Account
  /// Debits less credits.
  public var amount: Money

  public init(accountID: ProviderAccountID, account: LedgerEntry.Account, amount: Money) {
    self.accountID = accountID
    self.account = account
    self.amount = amount
  }
}

extension String {
  /// The most bytes of a provider's id. Stores index it, and an entry of PostgreSQL's indexes has at most 2,704 bytes.
  static let longestID = 256

  /// False for a provider's id that stores do not index. PostgreSQL keeps no text with a NUL.
  var isStorableID: Bool { (1...Self.longestID).contains(utf8.count) && !utf8.contains(0) }
}
