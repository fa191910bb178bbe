import FerryCheckout
import FerryCore
import FerryProvider

extension Engine {
  public func create(_ creation: NewCheckout) async throws -> (file: CheckoutFile, isNew: Bool) {
    let (stated, provider) = try checked(creation)
    do {
      return try await open(creation, stated, provider)
    } catch let differs as LiveAttemptDiffers {
      try await putAside(differs.id)
    }
    do {
      return try await open(creation, stated, provider)
    } catch let differs as LiveAttemptDiffers {
      // Somebody else has opened another one in between.
      throw CreationRefusal.attemptLive(differs.id, differs.phase)
    }
  }

  private struct LiveAttemptDiffers: Error {
    let id: CheckoutID
    let phase: PhaseName
  }

  /// - Throws: `OrderProblems` with all that is wrong, by the provider's rules too.
  private func checked(_ creation: NewCheckout) throws(OrderProblems) -> (CheckedOrder, any Provider) {
    let (reference, content) = (creation.reference.reference, creation.content)
    guard let provider = providers[CommandQueue(provider: creation.provider, mode: creation.reference.mode)] else {
      throw OrderProblems(
        CheckedOrder.problems(reference: reference, content: content) + creation.problems
          + [NewCheckout.unknownProvider])
    }
    var besides = creation.problems
    do { try provider.check(content) } catch { besides.append(error) }
    return (try CheckedOrder(reference: reference, content: content, besides: besides), provider)
  }

  private func open(
    _ creation: NewCheckout, _ stated: CheckedOrder, _ provider: any Provider
  ) async throws -> (file: CheckoutFile, isNew: Bool) {
    let now = time.now
    let id = CheckoutID("co_" + randomness.token())
    let orderID = OrderID("or_" + randomness.token())
    let number = "F" + randomness.text(14, of: Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
    let nonce = randomness.token()
    let result = try await store.open(creation.reference, key: creation.key) { existing, live in
      var order =
        existing
        ?? Order(
          id: orderID, number: number, shop: creation.reference.shop, mode: creation.reference.mode, stated: stated,
          createdAt: now)
      if let live {
        guard order.content == stated.content, live.serves(creation, at: now) else {
          // The old one is not given up for one that cannot be taken on.
          guard creation.hasRoom else { throw CreationRefusal.noRoom }
          throw LiveAttemptDiffers(id: live.id, phase: live.phase.name)
        }
        return .existing(live.id)
      }
      guard creation.hasRoom else { throw CreationRefusal.noRoom }
      do {
        try order.open(id, stated: stated)
      } catch Order.AttemptRefusal.paid(let paid) {
        throw CreationRefusal.orderPaid(paid)
      }
      let checkout = try Checkout(
        id: id, order: order, provider: creation.provider, kind: creation.kind, language: creation.language,
        capture: creation.capture, profile: provider.profile, createdAt: now,
        app: creation.app)
      var change = Change()
      change.log.append(LogEntry(at: now, .event("created", phase: checkout.phase.name.rawValue)))
      let roundTrips = RoundTrips(nonce: nonce)
      return .create(CheckoutFile(order: order, checkout: checkout, roundTrips: roundTrips), change)
    }
    switch result {
    case .created(let id):
      let file = try await required(id)
      lookInTime(for: file.due)
      return (file, true)
    case .replayed(let id), .existing(let id): return (try await required(id), false)
    }
  }

  /// Ends an attempt that nothing was agreed in, so that another can be opened.
  private func putAside(_ id: CheckoutID) async throws {
    let file = try await required(id)
    switch file.checkout.phase {
    case .open, .selecting, .reviewing: _ = try await submit(.cancel(.merchant), to: id)
    case .paid: throw CreationRefusal.orderPaid(id)
    case .declined, .cancelled, .expired: break
    case .authorizing, .paying, .settling, .closing, .held:
      throw CreationRefusal.attemptLive(id, file.checkout.phase.name)
    }
  }

  private func required(_ id: CheckoutID) async throws -> CheckoutFile {
    guard let file = try await store.file(id) else { throw StoreError.notFound }
    return file
  }
}

extension Checkout {
  /// Whether it is what a merchant asks for. One that has run out is not, though nobody has woken it yet.
  fileprivate func serves(_ creation: NewCheckout, at now: Moment) -> Bool {
    let isOver = expiresAt <= now && (wakeAt.map { $0 <= now } ?? false)
    // The provider's pages come in the language of the beginning; a buyer who has begun keeps it.
    let isInLanguage = language == creation.language || phase != .open
    // With another challenge it is another installation, or one that has lost its verifier: it could claim nothing.
    return provider == creation.provider && kind == creation.kind && app == creation.app && capture == creation.capture
      && isInLanguage
      && !isOver
  }
}
