import FerryCore

extension CheckoutFlow {
  /// Keeps a fresh verifier for a checkout that a page is about to have created.
  func prepare() async throws(FlowFailure) -> Challenge {
    let memory = try await freshMemory(isOfPage: true)
    guard let verifier = memory.verifier, await save(memory) else { throw .cannotKeep }
    return verifier.challenge
  }

  /// Whether a page's handoff is of a checkout that was begun here.
  func canCross(_ handoff: CheckoutHandoff) async throws(FlowFailure) -> Bool {
    guard !isBusy else { throw .busy }
    return try await memory(for: handoff) != nil
  }

  /// Opens a step for a page, and follows it until the buyer is back.
  ///
  /// - Returns: Nil when it could not be begun or was cancelled.
  func cross(_ handoff: CheckoutHandoff, _ browser: any SecureBrowser) async -> FlowMachine.Outcome? {
    guard !isBusy, let memory = try? await memory(for: handoff) else { return nil }
    isBusy = true
    defer {
      isBusy = false
      alarm.ring()
    }
    await takeOver(memory.id)
    let links = queue.remove(memory.id)
    let machine = FlowMachine(kept[memory.id] ?? memory, .page, rules: rules, run: randomness.token(), at: time.now)
    let outcome = try? await follow(
      machine, Dependencies(presence: .page, browser: browser), first: links.map(FlowMachine.Input.link) + [.open(handoff)])
    switch outcome {
    case .result(let result) where !result.isFinal: queue.add(memory.id, told: result, at: time.now)
    // The page waits for the end by its own backend; the app has to learn of it too, to drop what it keeps.
    case .page(let phase?) where Self.mayEndByItself(phase): queue.add(memory.id, told: .confirming, at: time.now)
    // The page has left the screen, with its secure browser: whatever becomes of it, `resumed` tells.
    case nil where Task.isCancelled && kept[memory.id]?.canAsk == true: queue.add(memory.id, at: time.now)
    case .page, .result, .failure, .notCreated, nil: break
    }
    return outcome
  }

  private static func mayEndByItself(_ phase: PhaseName) -> Bool {
    switch phase {
    case .authorizing, .paying, .settling, .closing, .held, .unrecognised: true
    case .open, .selecting, .reviewing, .paid, .declined, .cancelled, .expired: false
    }
  }

  /// A new checkout comes with its token and belongs to the challenge that was prepared last; one that is going on is known
  /// by its id. One whose verifier is lost is as good as unknown, for nothing could be claimed that came back; only its payment
  /// page still leads somewhere.
  private func memory(for handoff: CheckoutHandoff) async throws(FlowFailure) -> FlowMachine.Memory? {
    try await readStorage()
    if let known = kept.values.first(where: { $0.checkout == handoff.checkout }) {
      return known.verifier != nil || handoff.ticket?.step == .pay ? known : nil
    }
    guard handoff.clientToken != nil else { return nil }
    // Those that pages began come first.
    return abandoned.filter(\.isOfPage).latest ?? abandoned.latest
  }
}
