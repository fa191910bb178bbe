import FerryCore

extension CheckoutFlow {
  /// Takes the buyer through a payment, from the button to the result.
  ///
  /// Cancelling the task closes the secure browser and stops following; what is kept stays, and `resumed` tells what
  /// became of it when the app is started again.
  ///
  /// - Parameters:
  ///   - order: The shop's own name for what is paid for, the same in every attempt to pay for it: the cart's id. At most 128
  ///     characters. Nil when the app has one order at a time. An earlier attempt at the same order, by which nothing can
  ///     have been charged, is dropped when this one begins.
  ///   - browser: The secure browser to open.
  ///   - create: Has the shop's backend create the checkout.
  ///   - review: Asks the buyer, as often as there is something to ask.
  /// - Returns: How the checkout stands: see `CheckoutResult`.
  /// - Throws: `FlowFailure`, or what `create` throws: nothing was opened then, and nothing can have been charged by this
  ///   call. `FlowFailure.unconfirmed` when an earlier one may have paid for this order. `CancellationError` when the task
  ///   is cancelled.
  public func pay(
    for order: String? = nil, from browser: any SecureBrowser, create: @escaping Create, review: @escaping Review
  ) async throws -> CheckoutResult {
    try await occupied {
      if let checkout = try await unconfirmed(for: order) { throw FlowFailure.unconfirmed(checkout) }
      let memory = try await freshMemory(FlowMachine.Memory.name(order))
      return try await attend(memory, Dependencies(presence: .buyer, browser: browser, create: create, review: review))
    }
  }

  /// Goes on with a checkout that is not finished, where the buyer was: at the provider, at the review, or waiting.
  ///
  /// - Parameter checkout: From `resumed`, or from `unfinished`.
  /// - Throws: `FlowFailure.busy`, `.notKept`, `.cannotKeep`, `.unsafeServer`; `CancellationError`.
  public func resume(
    _ checkout: String, from browser: any SecureBrowser, review: @escaping Review
  ) async throws -> CheckoutResult {
    try await occupied {
      let memory = try await keptMemory(checkout)
      return try await attend(memory, Dependencies(presence: .buyer, browser: browser, create: nil, review: review))
    }
  }

  /// Asks the server to cancel a checkout that is not finished. Where money may have moved, the provider is asked first:
  /// then it may end `.paid` or `.confirming` all the same.
  ///
  /// - Throws: `FlowFailure.busy`, `.notKept`, `.cannotKeep`, `.unsafeServer`; `CancellationError`.
  public func cancel(_ checkout: String) async throws -> CheckoutResult {
    try await occupied {
      let memory = try await keptMemory(checkout)
      return try await attend(memory, Dependencies(), first: [.begin, .givenUp])
    }
  }

  /// Asks the server to cancel the payment that is under way; the call that waits for it returns what comes of that.
  public func cancel() {
    for following in running.values where following.presence != .nobody { following.mailbox.yield(.givenUp) }
  }

  /// The checkout that `pay`, `resume` or `cancel` is following, or has followed last, for as long as it is not over. After
  /// `.notFinished` or `.confirming` it is the one to go on with or to cancel; nil when there is nothing to go on with.
  public var current: String? { attended.flatMap { kept[$0]?.checkout } }

  /// The ids of the checkouts that are kept and that no call is following.
  /// In no order that means anything: what is to be done about one, `current` and `resumed` name.
  ///
  /// - Throws: `FlowFailure.cannotKeep` when what is kept cannot be read now.
  public func unfinished() async throws(FlowFailure) -> [String] {
    try await readStorage()
    return kept.values.filter { running[$0.id] == nil && !delivered.contains($0.id) }.compactMap(\.checkout).sorted()
  }

  /// The checkout by which an order may have been paid without the app knowing it yet. For as long as there is one, `pay`
  /// begins no other: show `CheckoutResult.confirming` in the pay button's place, with `resume` to see how it stands.
  ///
  /// - Parameter order: As for `pay`. Nil finds one of any order.
  /// - Throws: `FlowFailure.cannotKeep` when what is kept cannot be read now.
  public func unconfirmed(for order: String? = nil) async throws(FlowFailure) -> String? {
    try await readStorage()
    let order = FlowMachine.Memory.name(order)
    return kept.values.filter { $0.mayHavePaid(for: order) && !delivered.contains($0.id) }.latest?.checkout
  }

  /// One at a time.
  private func occupied(_ body: () async throws -> CheckoutResult) async throws -> CheckoutResult {
    guard !isBusy else { throw FlowFailure.busy }
    isBusy = true
    defer {
      isBusy = false
      alarm.ring()
    }
    return try await body()
  }

  private func attend(
    _ memory: FlowMachine.Memory, _ dependencies: Dependencies, first: [FlowMachine.Input] = [.begin]
  ) async throws -> CheckoutResult {
    attended = memory.id
    await takeOver(memory.id)
    let links = queue.remove(memory.id)
    let machine = FlowMachine(
      kept[memory.id] ?? memory, dependencies.presence, rules: rules, run: randomness.token(), at: time.now)
    let outcome = try await follow(machine, dependencies, first: links.map(FlowMachine.Input.link) + first)
    switch outcome {
    case .result(let result):
      if !result.isFinal, kept[memory.id] != nil { queue.add(memory.id, told: result, at: time.now) }
      return result
    case .failure(let failure): throw failure
    case .page, .notCreated: return .notFinished
    }
  }

  /// Who follows it without a buyer leaves it to us.
  func takeOver(_ id: FlowID) async {
    while let follower = running[id] {
      follower.mailbox.finish()
      for await _ in follower.end {}
    }
  }

  /// The verifier of a creation whose outcome was never known is used again: if there is a checkout, it is for that one.
  func freshMemory(_ order: String? = nil, isOfPage: Bool = false) async throws(FlowFailure) -> FlowMachine.Memory {
    try await readStorage()
    var memory =
      abandoned.filter { $0.order == order && $0.isOfPage == isOfPage }.latest
      ?? FlowMachine.Memory(id: FlowID(randomness.token()), verifier: Verifier(randomness), beganAt: time.now)
    memory.attempt = (kept.values.map(\.attempt).max() ?? 0) + 1
    memory.order = order
    memory.isOfPage = isOfPage
    return memory
  }

  /// Creations that nobody follows and whose outcome was never known.
  var abandoned: [FlowMachine.Memory] {
    kept.values.filter { $0.checkout == nil && $0.verifier != nil && running[$0.id] == nil }
  }

  func keptMemory(_ checkout: String) async throws(FlowFailure) -> FlowMachine.Memory {
    try await readStorage()
    guard let memory = kept.values.first(where: { $0.checkout == checkout }) else { throw .notKept }
    return memory
  }
}

extension Sequence<FlowMachine.Memory> {
  /// What began last.
  var latest: FlowMachine.Memory? { self.max { $0.isBefore($1) } }
}
