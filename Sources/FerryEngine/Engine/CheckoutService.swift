public import FerryCheckout
public import FerryCore
public import FerryProvider

/// The engine as a server uses it.
public protocol CheckoutService: Sendable {
  var time: any Timekeeper { get }
  var randomness: any Randomness { get }

  var operatorSessions: any OperatorSessionStore { get }

  var journal: any JournalStore { get }

  var settlements: any ReportStore { get }

  /// Returns if the store answers and lets this server work.
  /// - Throws: `StoreError.unavailable`; other errors of the store.
  func requireStore() async throws

  /// The accounts that are set up, in order.
  var accounts: [ProviderAccountID] { get }

  /// The sites that the page of an account's next action may use; nil if the account is not set up.
  func pagePolicy(of account: ProviderAccountID) -> PagePolicySources?

  /// The facts about the buyer that a provider needs.
  func needs(of account: ProviderAccountID) -> Set<BuyerFact>

  /// True if answers to disputes can be sent to a provider.
  func answersDisputes(of account: ProviderAccountID) -> Bool

  /// Opens an attempt, or returns the live one with the same content. A live one with other content is cancelled first if
  /// it was not confirmed yet.
  /// - Returns: Also the stated facts about the buyer, as the provider takes them; nil if it needs none of them.
  /// - Throws: `OrderProblems` with every wrong field, `StoreError.keyReused`, `CreationRefusal`.
  func create(_ creation: NewCheckout) async throws
    -> (file: CheckoutFile, isNew: Bool, buyer: UsableFacts?)

  func file(_ id: CheckoutID) async throws -> CheckoutFile?

  /// The checkout of an account that has a provider's reference, or nil.
  func checkout(_ account: ProviderAccountID, reference: ProviderReference) async throws -> CheckoutID?

  /// The latest checkouts, newest first.
  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile]

  /// Entries of a checkout's timeline after a position, oldest first.
  func log(_ id: CheckoutID, after position: Int64, limit: Int) async throws -> [LogRecord]

  /// The checkouts of a filter that a text finds, newest first; see `Store.find`.
  func find(_ query: SearchQuery, _ filter: CheckoutFilter, limit: Int) async throws -> FoundCheckouts

  /// The sums of the money that moved in a time, in no particular order.
  /// - Parameter shops: The shops whose checkouts count; nil for all.
  func figures(in window: Range<Moment>, _ mode: Mode, of shops: Set<ShopID>?) async throws -> [FigureSum]

  /// The numbers of checkouts that began in a time, in no particular order.
  /// - Parameter shops: The shops whose checkouts count; nil for all.
  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) async throws -> [CheckoutCount]

  /// The ids of checkouts as they change, from now on, until the reader's task ends. A slow reader misses the oldest.
  func changes() -> AsyncStream<CheckoutID>

  /// The backlog of every account that is set up or has one.
  func backlog() async throws -> [Backlog]

  /// The latest problem of each account in the last day, the latest first.
  func accountProblems() async throws -> [AccountProblem]

  /// Commits an event with its consequences.
  /// - Throws: `Refusal`; `StoreError.notFound`.
  func submit(_ event: Event, to id: CheckoutID) async throws -> CheckoutFile

  /// Commits a change outside the domain together with an event, both decided on the checkout as it is.
  /// - Parameters:
  ///   - mayWait: True if `decide` may set `Change.waits`. Then call `wait` before anybody is told of the change.
  ///   - decide: Pure; it may be run again. It returns the event, if there is one.
  /// - Throws: The errors of `decide`, and `Refusal` of the event: nothing is committed then. `StoreError.notFound`.
  func commit<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result)

  /// Commits a change outside the domain: tickets and bindings.
  func update<Result: Sendable>(
    _ id: CheckoutID, _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result

  /// The next action of the buyer's browser; the provider is asked first if it has to be.
  /// - Returns: Never `askFirst`.
  /// - Throws: `ProviderFailure`.
  func nextAction(_ step: RoundTrips.Step, for file: CheckoutFile) async throws -> NextAction

  /// The provider's session in the query of a return URL, if any.
  func session(inReturn query: [(name: String, value: String)], for file: CheckoutFile) -> String?

  /// Adds the provider's line about the form of a return to the timeline, if it has one to say. Nothing else is changed.
  func note(return form: [UInt8], of file: CheckoutFile) async throws

  /// Returns when all that was committed of a checkout is on disk: nobody is told of a state that a power cut can undo.
  func flush(_ id: CheckoutID) async throws

  /// Returns when the predicate holds or the time is up, whichever is first, and the checkout is on disk. Cancelling the wait
  /// cancels nothing.
  func wait(
    for id: CheckoutID, within limit: Duration, until condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile

  // MARK: Notifications of providers

  /// Nil for an account that is not set up, or receives none.
  func notificationRules(of account: ProviderAccountID) -> NotificationRules?

  /// Stores a notification; when this returns it is durable, and is handled later.
  /// - Returns: The body of the answer. It is the same for a known notification, and for one that is dropped because it is
  ///   unsigned and names nothing of ours.
  /// - Throws: `NotificationRefusal`, and nothing is stored; errors of the store.
  func accept(_ notification: IncomingNotification, from account: ProviderAccountID) async throws -> String

  /// Counts a notification that was refused before it was read.
  func refused(_ reason: NotificationRefusal, from account: ProviderAccountID)

  // MARK: Webhooks

  /// The waiting and parked messages of each endpoint that is set up or has any.
  func webhookBacklog() async throws -> [WebhookBacklog]

  /// The latest deliveries, newest first.
  func deliveries(_ filter: WebhookFilter, limit: Int) async throws -> [WebhookDelivery]

  /// Returns a delivery as soon as an attempt was made, or when the time is up; nil if there is no such delivery.
  func wait(for delivery: WebhookDelivery.ID, within limit: Duration) async throws -> WebhookDelivery?

  /// Sends a message again from the beginning of its schedule, to every endpoint that it was for and that is still set up.
  /// - Parameters:
  ///   - endpoint: The only endpoint to send it to; nil for all.
  ///   - person: The operator who has it sent, for timeline and journal; nil for the shop.
  /// - Returns: The endpoints; empty if the message is unknown or too old.
  func sendAgain(
    _ message: WebhookMessageID, to endpoint: WebhookEndpointID?, by person: ActingOperator?
  ) async throws -> [WebhookEndpointID]

  /// Has everything that was given up at an endpoint sent again, from the beginning of its schedule.
  /// - Parameter person: The operator who has them sent, for timelines and journal; nil for the shop.
  /// - Returns: The number of messages; nil if the shop has no such endpoint in this mode.
  func sendParkedAgain(
    to endpoint: WebhookEndpointID, of shop: ShopID, _ mode: Mode, by person: ActingOperator?
  ) async throws -> Int?
}

extension CheckoutService {
  /// Commits a change outside the domain together with an event. They are on disk when this returns.
  public func commit<Result: Sendable>(
    _ id: CheckoutID,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    try await commit(id, mayWait: false, decide)
  }
}
