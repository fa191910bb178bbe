import FerryCore

extension CheckoutFlow {
  /// Reads what is kept, once. Items that have expired go; of damaged ones, what can be read is used.
  ///
  /// - Throws: `FlowFailure.cannotKeep` when it cannot be read; then nothing is taken to be gone.
  func readStorage() async throws(FlowFailure) {
    guard !hasReadStorage else { return }
    let items: [StoredItem]
    do {
      items = try await storage.items()
    } catch {
      noticeBroadcast.send(error == .cannotReadYet ? .keeperCannotBeReadYet : .keeperFailed)
      throw .cannotKeep
    }
    // Another may have read it meanwhile.
    guard !hasReadStorage else { return }
    hasReadStorage = true
    // All at once: nobody may see a part of it, and take the rest for gone.
    var useless: [FlowID] = []
    for item in items {
      if let memory = usable(item) { kept[memory.id] = memory } else { useless.append(FlowID(item.name)) }
    }
    // The app was killed before it had dropped these.
    let all = kept.values
    useless += all.filter { memory in all.contains(where: memory.isSuperseded) }.map(\.id)
    for id in useless { kept[id] = nil }
    for memory in kept.values where memory.canAsk { queue.add(memory.id, at: time.now) }
    for id in useless { await forget(id) }
    replayEarlyLinks()
  }

  private func usable(_ item: StoredItem) -> FlowMachine.Memory? {
    guard item.expiresAt > time.now else { return nil }
    let reading = FlowMachine.Memory.read(item.bytes, name: FlowID(item.name))
    if !reading.isWhole { noticeBroadcast.send(.unreadableItem(checkout: reading.memory?.checkout)) }
    guard let memory = reading.memory else { return nil }
    return memory.canAsk || (reading.isWhole && memory.checkout == nil) ? memory : nil
  }

  /// - Returns: Whether it is kept.
  func save(_ memory: FlowMachine.Memory) async -> Bool {
    let item = StoredItem(name: memory.id.text, bytes: memory.bytes, expiresAt: memory.beganAt + rules.keptFor)
    do {
      try await storage.keep(item)
    } catch {
      noticeBroadcast.send(error == .cannotReadYet ? .keeperCannotBeReadYet : .keeperFailed)
      return false
    }
    kept[memory.id] = memory
    return true
  }

  /// Another attempt at the same order has been begun, or the same one again: there is one item per checkout.
  func dropSuperseded(by memory: FlowMachine.Memory) async {
    for other in kept.values where other.isSuperseded(by: memory) {
      await takeOver(other.id)
      await forget(other.id)
    }
  }

  func forget(_ id: FlowID) async {
    kept[id] = nil
    // Also what could not be dropped before: what has taken another's place may be the next to go.
    undropped.insert(id)
    for id in undropped.sorted() {
      do {
        try await storage.drop(id.text)
        undropped.remove(id)
      } catch {
        // It goes when it expires.
        noticeBroadcast.send(.keeperFailed)
      }
    }
  }
}
