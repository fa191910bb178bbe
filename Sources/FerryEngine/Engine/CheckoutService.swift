public import FerryCheckout
public import FerryCore
public import FerryProvider

/// What a server's face needs of the engine.
public protocol CheckoutService: NotificationService, WebhookService {
  var time: any Timekeeper { get }
  var randomness: any Randomness { get }

  /// Opens an attempt, or gives back the live one with the same content. A live one with other content is cancelled first
  /// if nothing was agreed to yet.
  /// - Throws: `OrderProblems` with every field that cannot be, `StoreError.keyReused`, `CreationRefusal`.
  func create(_ creation: NewCheckout) async throws -> (file: CheckoutFile, isNew: Bool)

  func file(_ id: CheckoutID) async throws -> CheckoutFile?

  /// The latest checkouts, newest first.
  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile]

  /// Entries of a checkout's timeline after a position, oldest first.
  func log(_ id: CheckoutID, after position: Int64, limit: Int) async throws -> [LogRecord]

  /// What has come together for each provider and mode, also for those that nothing waits for.
  func backlog() async throws -> [Backlog]

  /// Commits an event with everything that follows from it.
  /// - Throws: `Refusal`; `StoreError.notFound`.
  func submit(_ event: Event, to id: CheckoutID) async throws -> CheckoutFile

  /// Commits a change of what is not the domain's together with an event, both decided on the checkout as it stands.
  /// - Parameter decide: Is pure, and may be run again. It gives the event, if there is to be one.
  /// - Throws: What `decide` throws, and `Refusal` of the event: nothing is committed then. `StoreError.notFound`.
  func commit<Result: Sendable>(
    _ id: CheckoutID,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result)

  /// Changes what is not the domain's: tickets and bindings.
  func update<Result: Sendable>(
    _ id: CheckoutID, _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result

  /// What the buyer's browser does at a step.
  /// - Throws: `ProviderFailure`; `CreationRefusal.unknownProvider`.
  func nextAction(_ step: RoundTrips.Step, for file: CheckoutFile) throws -> NextAction

  /// The provider's session that a buyer brings back, if any.
  func session(inReturn query: [(name: String, value: String)], for file: CheckoutFile) -> String?

  /// Returns when the predicate holds or the time is up, whichever is first. Cancelling the wait cancels nothing.
  func wait(
    for id: CheckoutID, within limit: Duration, until condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile
}
