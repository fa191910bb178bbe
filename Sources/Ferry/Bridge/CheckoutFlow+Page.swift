import FerryCore

extension CheckoutFlow {
  /// Stores a fresh verifier for a checkout that a page's backend is about to create.
  func prepare() async throws(FlowFailure) -> Challenge {
    let memory = try await freshMemory(isOfPage: true)
    guard let verifier = memory.verifier, await save(memory) else { throw .cannotKeep }
    return verifier.challenge
  }

  /// True if a page's handoff is for a checkout that was started here.
  func canCross(_ handoff: CheckoutHandoff) async throws(FlowFailure) -> Bool {
    guard !isBusy else { throw .busy }
    return try await memory(for: handoff) != nil
  }

  /// Opens a step for a page, and follows it until the buyer is back.
  ///
  /// - Returns: Nil if it could not start or was cancelled.
  func cross(_ handoff: CheckoutHandoff, _ browser: any SecureBrowser) async -> FlowMachine.Outcome? {
    try? await exclusively { () async throws -> FlowMachine.Outcome? in
      guard let memory = try await memory(for: handoff) else { return nil }
      let end = try? await followInstead(
        memory, Dependencies(presence: .page, browser: browser), first: [.open(handoff)])
      switch end?.outcome {
      case .result(let result) where !result.isFinal: queue.add(memory.id, reported: result, at: time.now)
      // The page learns the end by its own backend. The app has to learn it too, to drop the stored item.
      case .page(let phase?) where !phase.isFinal && !phase.isBeforeAgreement:
        queue.add(memory.id, reported: .confirming, at: time.now)
      // The page has left the screen with its secure browser, so `resumed` tells the result.
      case nil where Task.isCancelled && kept[memory.id]?.canAsk == true: queue.add(memory.id, at: time.now)
      case .page, .result, .failure, .notCreated, nil: break
      }
      return end?.outcome
    }
  }

  /// A new checkout comes with its token and belongs to the challenge that was prepared last. A known checkout is found by its
  /// id. Without a verifier no return could be claimed, so only its payment page can still be opened.
  private func memory(for handoff: CheckoutHandoff) async throws(FlowFailure) -> FlowMachine.Memory? {
    try await readStorage()
    if let known = kept.values.first(where: { $0.checkout == handoff.checkout }) {
      return known.verifier != nil || handoff.ticket?.step == .pay ? known : nil
    }
    guard handoff.clientToken != nil else { return nil }
    return abandoned.filter(\.isOfPage).latest ?? abandoned.latest
  }
}
