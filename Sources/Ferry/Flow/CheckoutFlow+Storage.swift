import FerryCore

extension CheckoutFlow {
  /// Reads the storage, once. Expired items are dropped. Of an item of another version, the readable part is used.
  ///
  /// - Throws: `FlowFailure.cannotKeep` if the storage cannot be read now. The items may still be there.
  func readStorage() async throws(FlowFailure) {
    guard !hasReadStorage else { return }
    let items: [StoredItem]
    do {
      items = try await storage.items()
    } catch {
      noticeBroadcast.send(error == .cannotReadYet ? .storageLocked : .storageFailed)
      throw .cannotKeep
    }
    // Another call may have read it meanwhile.
    guard !hasReadStorage else { return }
    hasReadStorage = true
    // Without an await in between, so that nobody sees a part of the items only.
    var useless: [FlowID] = []
    for item in items {
      if item.name == Self.sdkSecretItem {
        sdkSecret = String(decoding: item.bytes, as: UTF8.self)
        continue
      }
      if let memory = usable(item) { kept[memory.id] = memory } else { useless.append(FlowID(item.name)) }
    }
    // The app was killed before it could drop these.
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

  /// - Returns: False if it could not be stored.
  func save(_ memory: FlowMachine.Memory) async -> Bool {
    let item = StoredItem(name: memory.id.text, bytes: memory.bytes, expiresAt: memory.beganAt + rules.keptFor)
    guard await keep(item) else { return false }
    kept[memory.id] = memory
    return true
  }

  /// - Returns: False if it could not be stored.
  func keep(_ item: StoredItem) async -> Bool {
    do {
      try await storage.keep(item)
      return true
    } catch {
      noticeBroadcast.send(error == .cannotReadYet ? .storageLocked : .storageFailed)
      return false
    }
  }

  /// Drops the items of earlier attempts at the same order, and of the same checkout.
  func dropSuperseded(by memory: FlowMachine.Memory) async {
    for other in kept.values where other.isSuperseded(by: memory) {
      await takeOver(other.id)
      await forget(other.id)
    }
  }

  func forget(_ id: FlowID) async {
    kept[id] = nil
    // Also the items that could not be dropped before.
    undropped.insert(id)
    for id in undropped.sorted() {
      do {
        try await storage.drop(id.text)
        undropped.remove(id)
      } catch {
        // It is dropped when it expires.
        noticeBroadcast.send(.storageFailed)
      }
    }
  }
}
