public import FerryCheckout
public import FerryCore
public import FerryProvider

extension Engine {
  public func create(
    _ creation: NewCheckout
  ) async throws -> (file: CheckoutFile, isNew: Bool, buyer: UsableFacts?) {
    let (stated, provider) = try checked(creation)
    do {
      return try await noticingOutage { try await open(creation, stated: stated, by: provider) }
    } catch let differs as LiveAttemptDiffers {
      try await cancelUnpayable(differs.id)
    }
    do {
      return try await noticingOutage { try await open(creation, stated: stated, by: provider) }
    } catch let differs as LiveAttemptDiffers {
      // Another request has opened another one in between.
      throw CreationRefusal.attemptLive(differs.id, differs.phase)
    }
  }

  private struct LiveAttemptDiffers: Error {
    let id: CheckoutID
    let phase: PhaseName
  }

  /// - Throws: `OrderProblems` with every problem, those of the provider's rules included.
  private func checked(_ creation: NewCheckout) throws(OrderProblems) -> (CheckedOrder, any Provider) {
    let (reference, content) = (creation.reference.reference, creation.content)
    guard let provider = providers[creation.accountID] else {
      throw OrderProblems(
        CheckedOrder.problems(reference: reference, content: content) + creation.problems
          + [creation.unknownAccount(among: accounts)])
    }
    var others = creation.problems
    do { try provider.check(content) } catch { others.append(error) }
    if let options = creation.options {
      let place = "/providerOptions/\(creation.provider)"
      others += provider.problems(of: options).map { OrderProblem(place + $0.pointer, $0.detail) }
    }
    return (try CheckedOrder(reference: reference, content: content, besides: others), provider)
  }

  private func open(
    _ creation: NewCheckout, stated: CheckedOrder, by provider: any Provider
  ) async throws -> (file: CheckoutFile, isNew: Bool, buyer: UsableFacts?) {
    let now = time.now
    let buyer = creation.buyer?.only(provider.needs).map {
      provider.usable($0, country: creation.content.country)
    }
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
          // The old one is not cancelled for one that cannot be created.
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
        id: id, order: order, provider: creation.provider, account: creation.account, kind: creation.kind,
        language: creation.language, capture: creation.capture, profile: provider.profile, createdAt: now,
        app: creation.app, options: creation.options)
      guard !stated.content.isFree, checkout.quote?.total.isZero != true else { throw CreationRefusal.nothingToPay }
      var change = Change()
      change.log.append(LogEntry(at: now, .event("created", phase: checkout.phase.name.rawValue)))
      change.noteUncertainDelivery(of: checkout, at: now)
      var file = CheckoutFile(order: order, checkout: checkout, roundTrips: RoundTrips(nonce: nonce))
      if let buyer { file.learn(stated: buyer, &change, at: now) }
      creation.prepare(&file)
      return .create(file, change)
    }
    switch result {
    case .created(let id):
      let file = try await required(id)
      lookInTime(for: file.due)
      return (file, true, buyer)
    case .replayed(let id), .existing(let id): return (try await required(id), false, buyer)
    }
  }

  /// Cancels an attempt that cannot be paid yet, so that another can be opened.
  private func cancelUnpayable(_ id: CheckoutID) async throws {
    let file = try await required(id)
    switch file.checkout.phase {
    case .open, .selecting, .reviewing, .confirmed: _ = try await submit(.cancel(.merchant), to: id)
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
  /// True if it is what a merchant asks for. An expired one is not, even before its timer has fired.
  fileprivate func serves(_ creation: NewCheckout, at now: Moment) -> Bool {
    let isOver = expiresAt <= now && (wakeAt.map { $0 <= now } ?? false)
    // The provider's pages come in the first language; a buyer who has begun keeps it.
    let isInLanguage = language == creation.language || phase != .open
    // Another challenge means another installation, or one that has lost its verifier: it could claim nothing.
    return accountID == creation.accountID && kind == creation.kind && app == creation.app
      && capture == creation.capture && options == creation.options && isInLanguage && !isOver
  }
}

/// A merchant's request to create a checkout.
public struct NewCheckout: Sendable {
  public var reference: OrderReference
  public var key: CreationKey?
  public var provider: ProviderID
  /// The account at the provider.
  public var account: AccountName
  public var kind: CheckoutKind
  public var language: Language
  public var capture: CapturePolicy
  public var content: OrderContent
  /// The app that the buyer is in; only of kind `app`.
  public var app: AppBody?
  /// The facts that the shop knows. Only those that the provider needs are stored.
  public var buyer: BuyerFacts?
  /// The shop's options for the provider.
  public var options: ProviderOptions?
  /// Problems that the caller has found already; they are reported together with all others.
  public var problems: [OrderProblem]
  /// False if no further checkout may be created. An existing one is returned all the same.
  public var hasRoom: Bool
  /// Completes a new checkout before it is stored. Pure; it may be run again.
  public var prepare: @Sendable (inout CheckoutFile) -> Void = { _ in }

  public init(
    reference: OrderReference, key: CreationKey?, provider: ProviderID, account: AccountName = .main,
    kind: CheckoutKind, language: Language, capture: CapturePolicy, content: OrderContent, app: AppBody? = nil,
    buyer: BuyerFacts? = nil, options: ProviderOptions? = nil, problems: [OrderProblem] = [], hasRoom: Bool = true
  ) {
    self.reference = reference
    self.key = key
    self.provider = provider
    self.account = account
    self.kind = kind
    self.language = language
    self.capture = capture
    self.content = content
    self.app = app
    self.buyer = buyer
    self.options = options
    self.problems = problems
    self.hasRoom = hasRoom
  }

  package var accountID: ProviderAccountID {
    ProviderAccountID(provider: provider, account: account, mode: reference.mode)
  }

  /// The problem of an account that is none of these.
  package func unknownAccount(among known: [ProviderAccountID]) -> OrderProblem {
    let accounts = known.filter { $0.mode == reference.mode }
    let names = accounts.filter { $0.provider == provider }.map(\.account.text)
    guard names.isEmpty else {
      return OrderProblem(
        "/account", "The provider has no such account here. It has \(Set(names).sorted().joined(separator: ", ")).")
    }
    let providers = Set(accounts.map(\.provider.text)).sorted().joined(separator: ", ")
    let others = providers.isEmpty ? "None is set up." : "It has \(providers)."
    return OrderProblem(
      "/provider", "This server has no such provider for \(reference.mode.rawValue) payments. \(others)")
  }
}

/// Why a checkout was not created.
public enum CreationRefusal: Error, Hashable, Sendable {
  case orderPaid(CheckoutID)
  /// A live attempt has other content, and is too far advanced to be cancelled.
  case attemptLive(CheckoutID, PhaseName)
  /// Nothing is left to pay, wherever the order is delivered.
  case nothingToPay
  /// There is no room for another checkout.
  case noRoom
}
