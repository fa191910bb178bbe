import FerryCore

extension CheckoutFlow {
  /// Takes the buyer through a payment, from the button to the result.
  ///
  /// If the task is cancelled, the secure browser closes and the flow stops following. Stored items stay, and `resumed` tells
  /// the result after the next start of the app.
  ///
  /// - Parameters:
  ///   - order: The shop's own name for the order, the same in every attempt to pay for it: the cart's id. At most 128
  ///     characters. Nil if the app has one order at a time. An earlier attempt at the same order that can have charged
  ///     nothing is discarded.
  ///   - browser: The secure browser to open.
  ///   - create: Asks the shop's backend to create the checkout.
  ///   - review: Asks the buyer. Called as often as there is something to ask.
  /// - Throws: `FlowFailure`, or the error of `create`: nothing was opened then, and this call can have charged nothing.
  ///   `FlowFailure.unconfirmed` if an earlier checkout may have paid for this order. `CancellationError` if the task is
  ///   cancelled.
  public func pay(
    for order: String? = nil, from browser: any SecureBrowser, create: @escaping Create, review: @escaping Review
  ) async throws -> CheckoutResult {
    try await exclusively {
      if let checkout = try await unconfirmed(for: order) { throw FlowFailure.unconfirmed(checkout) }
      let memory = try await freshMemory(FlowMachine.Memory.name(order))
      let dependencies = Dependencies(presence: .buyer, browser: browser, create: create, review: review)
      return try await attend(memory, dependencies)
    }
  }

  /// Continues an unfinished checkout where the buyer was: at the provider, at the review, or waiting.
  ///
  /// - Parameter checkout: The id from a `CheckoutResult`, or from `unfinished`.
  /// - Throws: `FlowFailure.busy`, `.notKept`, `.cannotKeep`, `.unsafeServer`; `CancellationError`.
  public func resume(
    _ checkout: String, from browser: any SecureBrowser, review: @escaping Review
  ) async throws -> CheckoutResult {
    try await exclusively {
      let memory = try await keptMemory(checkout)
      return try await attend(memory, Dependencies(presence: .buyer, browser: browser, review: review))
    }
  }

  /// Asks the server to cancel an unfinished checkout. If money may have moved, the server asks the provider first, and the
  /// outcome may be `.paid` or `.confirming` all the same.
  ///
  /// - Throws: `FlowFailure.busy`, `.notKept`, `.cannotKeep`, `.unsafeServer`; `CancellationError`.
  public func cancel(_ checkout: String) async throws -> CheckoutResult {
    try await exclusively {
      try await attend(try await keptMemory(checkout), Dependencies(), first: [.begin, .givenUp])
    }
  }

  /// Asks the server to cancel the payment in progress. The call that waits for it returns the result.
  public func cancel() {
    for following in running.values where following.presence != .nobody { following.mailbox.yield(.givenUp) }
  }

  /// The ids of the stored checkouts that no call follows, in no particular order.
  ///
  /// - Throws: `FlowFailure.cannotKeep` if the storage cannot be read now.
  public func unfinished() async throws(FlowFailure) -> [String] {
    try await readStorage()
    return kept.values.filter { running[$0.id] == nil && !delivered.contains($0.id) }.compactMap(\.checkout).sorted()
  }

  /// The checkout that may have paid for an order without a result so far. While there is one, `pay` starts no other. Show
  /// `CheckoutOutcome.confirming` in place of the pay button, with `resume` to ask again.
  ///
  /// - Parameter order: As for `pay`. Nil finds one of any order.
  /// - Throws: `FlowFailure.cannotKeep` if the storage cannot be read now.
  public func unconfirmed(for order: String? = nil) async throws(FlowFailure) -> String? {
    try await readStorage()
    let order = FlowMachine.Memory.name(order)
    return kept.values.filter { $0.mayHavePaid(for: order) && !delivered.contains($0.id) }.latest?.checkout
  }

  /// Runs a payment, or a page's step, while no other has the buyer.
  /// - Throws: `FlowFailure.busy`.
  func exclusively<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
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
    let end = try await followInstead(memory, dependencies, first: first)
    switch end.outcome {
    case .result(let outcome):
      let isKept = kept[memory.id] != nil
      if !outcome.isFinal, isKept { queue.add(memory.id, reported: outcome, at: time.now) }
      return CheckoutResult(
        outcome: outcome, checkout: end.memory.checkout,
        isResumable: !outcome.isFinal && isKept && end.memory.checkout != nil, isOfPage: end.memory.isOfPage)
    case .failure(let failure): throw failure
    case .page, .notCreated: return CheckoutResult(outcome: .notFinished, checkout: end.memory.checkout)
    }
  }

  /// Follows a checkout in place of a machine that runs without the buyer, with the links that have come for it.
  func followInstead(
    _ memory: FlowMachine.Memory, _ dependencies: Dependencies, first: [FlowMachine.Input]
  ) async throws -> (outcome: FlowMachine.Outcome, memory: FlowMachine.Memory) {
    await takeOver(memory.id)
    let links = queue.remove(memory.id)
    let machine = FlowMachine(
      kept[memory.id] ?? memory, dependencies.presence, rules: rules, run: randomness.token(),
      forgetsCookies: dependencies.browser?.forgetsCookies ?? false, at: time.now)
    return try await follow(machine, dependencies, first: links.map(FlowMachine.Input.link) + first)
  }

  /// Ends a machine that runs without the buyer, so that this call can follow the checkout.
  func takeOver(_ id: FlowID) async {
    while let follower = running[id] {
      follower.mailbox.finish()
      for await _ in follower.end {}
    }
  }

  /// Uses the verifier of a creation with an unknown outcome again. If the backend did create a checkout, it is for that one.
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

  /// Creations with an unknown outcome that no call follows.
  var abandoned: [FlowMachine.Memory] {
    kept.values.filter { $0.checkout == nil && $0.verifier != nil && running[$0.id] == nil }
  }

  private func keptMemory(_ checkout: String) async throws(FlowFailure) -> FlowMachine.Memory {
    try await readStorage()
    guard let memory = kept.values.first(where: { $0.checkout == checkout }) else { throw .notKept }
    return memory
  }
}

extension Sequence<FlowMachine.Memory> {
  var latest: FlowMachine.Memory? { self.max { $0.isBefore($1) } }
}
