import FerryCheckout
import FerryCore
import FerryEngine
import Metrics

/// The steps of a checkout that the merchants' API and the apps' API share.
extension CheckoutServer {
  /// Claims the return of the bound browser by its return code, and waits for the provider's answer.
  /// - Parameter claimant: For the timeline: "app" has shown its verifier, "shop" its secret key.
  /// - Throws: `Problem` 410 for a code that is not valid.
  func claim(_ id: CheckoutID, _ code: String, by claimant: String) async throws -> CheckoutFile {
    let digest = TextDigest.sha256(code)
    let now = service.time.now
    do {
      let (_, isFirst) = try await service.commit(id) { file, change in
        let isFirst = try file.roundTrips.claim(digest, at: now)
        if isFirst {
          let phase = file.checkout.phase.name.rawValue
          change.log.append(LogEntry(at: now, .event("claimed by the \(claimant)", phase: phase)))
        }
        return (nil, isFirst)
      }
      Self.countClaim(isFirst ? "claimed" : "repeated")
    } catch RoundTrips.Refusal.code {
      Self.countClaim("code-invalid")
      throw Problem(
        .codeInvalid, "This return code belongs to another checkout or an earlier step, or is older than ten minutes.")
    }
    return try await wait(for: id) { !$0.isBeingAsked }
  }

  /// The app says that the browser was closed. That is a hint: the provider is asked, and its answer is waited for.
  func closed(_ id: CheckoutID) async throws -> CheckoutFile {
    _ = try await service.commit(id) { file, _ in (file.checkout.phase.isFinal ? nil : .recheckRequested, ()) }
    return try await wait(for: id) { !$0.checkout.isBeingAsked }
  }

  static func countClaim(_ result: String) {
    Counter(label: "ferry_claims_total", dimensions: [("result", result)]).increment()
  }

  func change(_ id: CheckoutID, _ what: ChangeKind) async throws -> CheckoutFile {
    try await unlocked(id) { _ in (.leave(change: what), ()) }.file
  }

  func keep(_ id: CheckoutID) async throws -> CheckoutFile {
    try await unlocked(id) { file in
      file.roundTrips.keep()
      return (.keep, ())
    }.file
  }

  /// - Parameter inNewBrowser: True if the app opens the payment page in a browser without cookies.
  /// - Returns: A ticket if the payment page can be opened, and true if the provider has not answered yet.
  /// - Throws: `Problem.returnUnclaimed`, `Problem.unclearAnswer`, `Refusal`.
  func confirm(
    _ id: CheckoutID, _ agreed: ConfirmCheckoutBody, inNewBrowser: Bool = false
  ) async throws -> (file: CheckoutFile, ticket: CheckoutHandoff.Ticket?, isUnderWay: Bool) {
    let (secret, now) = (service.randomness.token(bytes: 24), service.time.now)
    // The ticket is told if the payment page comes. After a power cut before that the buyer agrees again.
    let (_, ticket) = try await unlocked(id, mayWait: true) { file in
      if inNewBrowser { file.roundTrips.releaseBrowser() }
      let ticket = file.issueTicket(secret, for: .pay, at: now)
      return (.confirm(revision: agreed.revision, total: agreed.total), ticket)
    }
    let file = try await wait(for: id) { $0.checkout.phase.name != .authorizing }
    switch file.checkout.phase {
    case .confirmed, .paying: return (file, ticket, false)
    case .reviewing where file.checkout.isCurrent(agreed.revision, agreed.total):
      // The provider's answer did not say if the selection still holds.
      throw Problem.unclearAnswer
    case .reviewing: throw Refusal.reviewChanged
    case .authorizing: return (file, nil, true)
    case .open, .selecting, .settling, .closing, .paid, .declined, .cancelled, .expired, .held:
      return (file, nil, false)
    }
  }

  /// Commits an intent, unless a return has to be claimed first.
  private func unlocked<Result: Sendable>(
    _ id: CheckoutID, mayWait: Bool = false,
    _ intent: @escaping @Sendable (inout CheckoutFile) -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    try await service.commit(id, mayWait: mayWait) { file, change in
      guard !file.roundTrips.isLocked else { throw Problem.returnUnclaimed }
      change.waits = mayWait
      return intent(&file)
    }
  }

  /// Commits an event that ends the checkout or asks the provider to, and waits for the provider's answer.
  func end(_ id: CheckoutID, by event: @escaping @Sendable (CheckoutFile) -> Event) async throws -> CheckoutFile {
    _ = try await service.commit(id) { file, _ in
      let event = event(file)
      if case .returnedToShop = event { file.roundTrips.keep() }
      return (event, ())
    }
    return try await wait(for: id) { !$0.checkout.phase.isUnderWay }
  }
}

extension CheckoutFile {
  /// True while the provider is asked about the return.
  fileprivate var isBeingAsked: Bool {
    switch checkout.phase {
    case .selecting(let selecting): selecting.question != nil
    case .settling, .closing: true
    case .open, .reviewing, .confirmed, .authorizing, .paying, .paid, .declined, .cancelled, .expired, .held: false
    }
  }
}

extension Phase {
  /// True while the provider is asked about the buyer's selection. It is not if the return named no session.
  var awaitsSelection: Bool {
    if case .selecting(let selecting) = self { selecting.question != nil } else { false }
  }

  /// True while the provider is asked, or the buyer is at its payment page.
  var isUnderWay: Bool {
    switch self {
    case .authorizing, .paying, .settling, .closing: true
    case .open, .selecting, .reviewing, .confirmed, .paid, .declined, .cancelled, .expired, .held: false
    }
  }
}
