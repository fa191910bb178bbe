public import FerryCheckout
public import FerryCore
public import FerryProvider

/// Everything of one checkout, as one transaction sees it.
public struct CheckoutFile: Hashable, Sendable {
  public var order: Order
  public var checkout: Checkout
  public var roundTrips: RoundTrips
  /// The return URLs that were sent to the provider, each once and the first first: they prove which sessions were made for
  /// this checkout.
  public private(set) var sentReturnURLs: [ProviderReturnURLs] = []
  /// The provider's own memory.
  public var record: [UInt8]?
  /// The buyer. Stored in a table that can be erased, and nowhere else.
  public var details: BuyerDetails?
  /// Facts about the buyer and their browser that the provider needs. Stored and erased with the details.
  public var buyerFacts: BuyerFacts?
  public var outstanding: [StoredCommand] = []
  /// The sequence number of the last webhook event; 0 before the first.
  public var lastMessage = 0
  /// The number of the checkout's present ownership by a server. It rises with every claim; 0 in a store of one server.
  public package(set) var fence: Int64 = 0
  /// The buyer's first stay at the provider that ended with a return; nil before they have left. Nothing is decided by it.
  public var firstStay: ProviderStay?

  public init(order: Order, checkout: Checkout, roundTrips: RoundTrips) {
    self.order = order
    self.checkout = checkout
    self.roundTrips = roundTrips
  }

  /// A stored checkout, with the return URLs that were sent.
  init(order: Order, checkout: Checkout, roundTrips: RoundTrips, sentReturnURLs: [ProviderReturnURLs]) {
    self.init(order: order, checkout: checkout, roundTrips: roundTrips)
    self.sentReturnURLs = sentReturnURLs
  }

  /// A checkout whose return URLs change more often than this has forgotten the oldest but the first.
  private static let mostReturnURLs = 8

  /// The buyer leaves with these return URLs, or the provider is sent them.
  public mutating func remember(_ urls: ProviderReturnURLs) {
    guard !sentReturnURLs.contains(urls) else { return }
    sentReturnURLs.append(urls)
    if sentReturnURLs.count > Self.mostReturnURLs { sentReturnURLs.remove(at: 1) }
  }

  /// Stores the facts of the browser that leaves for the provider, in place of those that were known before. Once a payment
  /// page is asked for they stay: the request may be sent again, and must be the same.
  public mutating func learn(_ facts: BuyerFacts, needed: Set<BuyerFact>) {
    switch checkout.phase {
    case .authorizing, .paying: return
    default: break
    }
    var known = buyerFacts ?? BuyerFacts()
    known.ipAddress = facts.ipAddress ?? known.ipAddress
    known.userAgent = facts.userAgent ?? known.userAgent
    buyerFacts = known.only(needed)
  }

  /// Stores the facts that the shop states, in place of those that it stated before, until the buyer leaves. The timeline names
  /// those that are left out.
  public mutating func learn(stated buyer: UsableFacts, _ change: inout Change, at now: Moment) {
    switch checkout.phase {
    case .open, .confirmed: break
    default: return
    }
    guard buyerFacts != buyer.facts else { return }
    buyerFacts = buyer.facts == BuyerFacts() ? nil : buyer.facts
    if let remark = buyer.remark { change.log.append(LogEntry(at: now, .remark(remark))) }
  }

  /// Discards everything that a first browser has brought, for another one to begin in its place: to be committed together
  /// with `Event.restarted`.
  public mutating func forgetFirstBrowser() {
    eraseBuyer()
    // Both belong to the session that is discarded.
    record = nil
    sentReturnURLs = []
  }

  /// Erases the buyer's details and facts, once they are not needed to finish the checkout. Money and timeline stay.
  /// - Throws: `Refusal.wrongPhase` while the checkout is not final: the buyer still has to be shown what they agree to.
  public mutating func forgetBuyer(_ change: inout Change, at now: Moment) throws(Refusal) {
    guard checkout.phase.isFinal else { throw .wrongPhase(checkout.phase.name) }
    guard hasErasable else { return }
    eraseBuyer()
    outstanding.removeAll { [checkout] in $0.command.number == checkout.answerCommand }
    checkout.forgetDisputeCommands(besides: outstanding.map(\.command.number))
    change.log.append(LogEntry(buyerForgottenIn: checkout.phase.name, at: now))
  }

  mutating func eraseBuyer() {
    details = nil
    buyerFacts = nil
  }

  /// True if details or facts of the buyer are stored.
  package var hasBuyer: Bool { details != nil || buyerFacts != nil }

  /// True if anything is stored of the buyer, or of evidence about them.
  package var hasErasable: Bool { hasBuyer || checkout.answerCommand != nil }

  /// True if a change deletes something that tells of the buyer, and must leave no trace on the disk.
  package func erases(_ old: CheckoutFile) -> Bool {
    old.hasBuyer && !hasBuyer || old.checkout.answerCommand != nil && checkout.answerCommand == nil
  }

  /// When something of the checkout becomes overdue if nothing happens before; nil while nothing waits.
  public var overdueAt: Moment? { (outstanding.map(\.overdueAt) + [checkout.overdueAt].compactMap(\.self)).min() }

  /// When the engine has something to do for the checkout.
  var due: Moment? { (outstanding.map(\.notBefore) + [checkout.wakeAt].compactMap(\.self)).min() }
}

/// The changes that are committed together with a checkout. (Changes of `outstanding` are committed too.)
public struct Change: Hashable, Sendable {
  public var log: [LogEntry] = []
  /// An entry that exists already is ignored; one that contradicts it is `StoreError.inconsistent`.
  public var ledger: [LedgerEntry] = []
  /// References of the provider that belong to the checkout from now on. Notifications that wait for one are due then.
  public var references: [ProviderReference] = []
  /// Changes of notifications that name the checkout, of its own account.
  public var notifications: [NotificationChange] = []
  /// New webhook messages of the checkout, one for each endpoint.
  public var webhooks: [WebhookDelivery] = []
  /// Changes of webhook messages of the checkout. Those that are not known any more are ignored.
  public var deliveries: [WebhookUpdate] = []
  /// The evidence for the answer that the change begins. It is deleted with the command that sends it.
  public var evidence: [Evidence] = []
  /// The client address of the operator who made the change; nil if nobody did, or if it is unknown.
  public var operatorAddress: String?
  /// True if the change may wait for the flush of a later one, because a power cut that undoes it does no harm: it is made
  /// again, nobody was told of it, and no provider was sent a request that changes anything. A power cut undoes the latest
  /// changes only, never one before another that stays.
  public var waits = false
  /// True if this server has claimed the checkout last, or is the only one.
  let isOwner: Bool
  /// The number of the account's last counted reference before this change.
  private let lastReference: Int64
  /// The numbers of references that this change has counted. A store keeps each for this account and checkout alone.
  package private(set) var countedReferences: [Int64] = []

  /// - Parameters:
  ///   - lastReference: The number of the account's last counted reference; 0 before the first.
  ///   - isOwner: True if the server that makes the change has claimed the checkout last, or is the only one.
  public init(lastReference: Int64 = 0, isOwner: Bool = true) {
    self.lastReference = lastReference
    self.isOwner = isOwner
  }

  /// The number of a new reference.
  package mutating func countReference() -> Int64 {
    let number = lastReference + Int64(countedReferences.count) + 1
    countedReferences.append(number)
    return number
  }
}

// MARK: The rules of every store

extension CheckoutFile {
  /// A new attempt belongs to the order that it was opened for.
  /// - Parameter order: The stored order, if there is one.
  /// - Throws: `StoreError.inconsistent`.
  package func requireBelonging(to reference: OrderReference, _ order: Order?) throws(StoreError) {
    guard
      self.order.shop == reference.shop, self.order.mode == reference.mode, self.order.reference == reference.reference,
      checkout.shop == reference.shop, order == nil || order?.id == self.order.id && order?.number == self.order.number
    else { throw .inconsistent("an order under another's name") }
    try requireParts()
  }

  /// An update does not turn a checkout into another one.
  /// - Throws: `StoreError.inconsistent`.
  package func requireIdentity(of old: CheckoutFile) throws(StoreError) {
    guard
      checkout.id == old.checkout.id, checkout.accountID == old.checkout.accountID, order.id == old.order.id,
      order.number == old.order.number, order.shop == old.order.shop, order.mode == old.order.mode,
      order.reference == old.order.reference, fence == old.fence
    else { throw .inconsistent("another checkout in the place of this one") }
    try requireParts()
  }

  private func requireParts() throws(StoreError) {
    guard checkout.order == order.id, checkout.mode == order.mode else {
      throw .inconsistent("a checkout of another order")
    }
    var numbers: Set<CommandNumber> = []
    for command in outstanding {
      guard
        command.checkout == checkout.id, command.account == checkout.accountID, command.command.number > 0,
        numbers.insert(command.command.number).inserted
      else { throw .inconsistent("a command of another checkout, or a number twice") }
    }
  }
}
