public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryProvider
public import Logging

/// Commits decisions and performs what they command. Commands run only while `run()` does.
public final class Engine: CheckoutService {
  public let time: any Timekeeper
  public let randomness: any Randomness
  let store: any Store
  let providers: Providers
  let transport: any ProviderTransport
  let links: @Sendable (CheckoutID, RoundTrips) -> ProviderReturnURLs
  let backoff: Backoff
  let logger: Logger
  /// Raised when there is something to perform.
  let work = WakeUp()
  let watchers = Watchers()
  let inFlight = CommandsInFlight()
  let documents = FetchedDocuments()
  let inboxLimits: InboxLimits
  let webhooks: Webhooks?
  /// Who is told of what.
  let routes: [WebhookRoute]
  let desk = DeliveriesInFlight()

  /// - Parameters:
  ///   - webhooks: Whom to tell of what happens; nil for nobody.
  ///   - links: Our own addresses that a provider sends the buyer of a checkout back to.
  public init(
    store: any Store, providers: [any Provider], transport: any ProviderTransport, time: any Timekeeper,
    randomness: any Randomness, backoff: Backoff = Backoff(), inboxLimits: InboxLimits = InboxLimits(),
    webhooks: Webhooks? = nil, logger: Logger,
    links: @escaping @Sendable (CheckoutID, RoundTrips) -> ProviderReturnURLs
  ) {
    self.store = store
    self.providers = Providers(providers)
    self.transport = transport
    self.time = time
    self.randomness = randomness
    self.backoff = backoff
    self.inboxLimits = inboxLimits
    self.webhooks = webhooks
    routes = (webhooks?.endpoints ?? []).map(\.route).sorted { $0.endpoint < $1.endpoint }
    self.logger = logger
    self.links = links
  }

  public func file(_ id: CheckoutID) async throws -> CheckoutFile? { try await store.file(id) }

  public func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile] {
    try await store.checkouts(filter, limit: limit)
  }

  public func log(_ id: CheckoutID, after position: Int64, limit: Int) async throws -> [LogRecord] {
    try await store.log(id, after: position, limit: limit)
  }

  public func backlog() async throws -> [Backlog] {
    let stored = try await store.backlog(at: time.now)
    let idle = providers.queues.filter { queue in !stored.contains { $0.queue == queue } }
    return (stored + idle.map { Backlog(queue: $0) }).sorted { $0.queue < $1.queue }
  }

  public func submit(_ event: Event, to id: CheckoutID) async throws -> CheckoutFile {
    try await update(id) { [self] file, change in
      try apply(event, to: &file, &change)
      return file
    }
  }

  public func commit<Result: Sendable>(
    _ id: CheckoutID,
    _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    try await update(id) { [self] file, change in
      let (event, result) = try decide(&file, &change)
      if let event { try apply(event, to: &file, &change) }
      return (file, result)
    }
  }

  public func update<Result: Sendable>(
    _ id: CheckoutID, _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Result
  ) async throws -> Result {
    let (result, due, hasReferences, now) = try await store.update(id) { [time] file, change in
      let result = try decide(&file, &change)
      let due = [file.due, change.firstDelivery].compactMap(\.self).min()
      return (result, due, !change.references.isEmpty, time.now)
    }
    inFlight.note(now)
    watchers.tell(id)
    lookInTime(for: due)
    // One of them may be what a notification waits for.
    if hasReferences, inFlight.hasOpenNotifications { work.raise() }
    return result
  }

  /// Looks at the store again if the next look would be too late for what was committed.
  func lookInTime(for due: Moment?) {
    guard let due else { return }
    let now = time.now
    inFlight.note(now)
    if inFlight.looksTooLate(for: due, at: now) { work.raise() }
  }

  public func nextAction(_ step: RoundTrips.Step, for file: CheckoutFile) throws -> NextAction {
    let provider = try providers.provider(of: file.checkout)
    return try provider.nextAction(
      step,
      for: NextActionInput(
        checkout: file.checkout, order: file.order, links: links(file.checkout.id, file.roundTrips), record: file.record
      ))
  }

  public func session(inReturn query: [(name: String, value: String)], for file: CheckoutFile) -> String? {
    (try? providers.provider(of: file.checkout))?.session(inReturn: query)
  }

  public func wait(
    for id: CheckoutID, within limit: Duration, until condition: @escaping @Sendable (CheckoutFile) -> Bool
  ) async throws -> CheckoutFile {
    let deadline = time.now + limit
    return try await watchers.watching(id) { changed in
      while true {
        guard let file = try await store.file(id) else { throw StoreError.notFound }
        let left = deadline.since(time.now)
        // More than the limit is left only by a clock that was set back.
        if condition(file) || left <= .zero || left > limit { return file }
        try await changed.wait(until: deadline, time)
      }
    }
  }
}

extension Change {
  /// When there is something to send of what is committed.
  fileprivate var firstDelivery: Moment? {
    let again = deliveries.compactMap { update -> Moment? in
      if case .sentAgain(let moment) = update.change { moment } else { nil }
    }
    return (webhooks.compactMap(\.dueAt) + again).min()
  }
}

extension CheckoutFile {
  /// When there is something to do for the checkout.
  var due: Moment? { (outstanding.map(\.notBefore) + [checkout.wakeAt].compactMap(\.self)).min() }
}
