import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

/// The tables of a `MemoryStore`. A change is checked completely before any part of it is applied.
struct MemoryTables {
  struct Reference: Hashable {
    var account: ProviderAccountID
    var reference: ProviderReference
  }

  struct LedgerLine: Hashable {
    var checkout: CheckoutID
    var account: ProviderAccountID
    var entry: LedgerEntry

    /// The name of the movement, which is entered once.
    var movement: [String] { ["\(account)", entry.externalID, entry.kind.rawValue] }
  }

  private(set) var orders: [OrderID: Order] = [:]
  private(set) var orderNames: [OrderReference: OrderID] = [:]
  private(set) var orderNumbers: Set<String> = []
  /// Each with the order as it was then; attempts share the present one.
  private(set) var attempts: [CheckoutID: CheckoutFile] = [:]
  /// Those with commands.
  private var commanded: Set<CheckoutID> = []
  /// The next timer of each checkout.
  private(set) var wakings: [CheckoutID: Moment] = [:]
  private(set) var references: [Reference: CheckoutID] = [:]
  /// The numbers of the last counted references.
  private(set) var lastReferences: [ProviderAccountID: Int64] = [:]
  /// The idempotency keys, each as the reference of an order.
  private(set) var keys: [OrderReference: (digest: String, checkout: CheckoutID)] = [:]
  /// Positions count from 1.
  private(set) var log: [LogRecord] = []
  /// The evidence of the answers that are being sent.
  private(set) var answers: [CheckoutID: (command: CommandNumber, evidence: [Evidence])] = [:]
  private(set) var ledger: [LedgerLine] = []
  /// The places of movements in the ledger.
  private(set) var movements: [[String]: Int] = [:]
  var servers = MemoryServers()
  var inbox = MemoryInbox()
  var webhooks = MemoryWebhooks()
  /// By their digests.
  var operatorSessions: [String: OperatorSession] = [:]
  /// The reports of each account, and their lines with their identities, in the order of their imports.
  var reports: [(new: NewReport, kept: ImportedReport)] = []
  var settlementLines: [(account: ProviderAccountID, identity: String, line: SettlementLine)] = []
  var figures: [(checkout: Checkout, figure: Figure)] = []
  /// Positions count from 1.
  var journal: [JournalEntry] = []
  var views: [String: [String: OperatorView]] = [:]
  var flushes = 0
  /// Checkouts with changes that wait for a flush.
  var unflushed: Set<CheckoutID> = []

  func file(_ id: CheckoutID) -> CheckoutFile? {
    guard var file = attempts[id], let order = orders[file.checkout.order] else { return nil }
    file.order = order
    return file
  }

  mutating func open(
    _ reference: OrderReference, key: CreationKey?, decide: (Order?, Checkout?) throws -> Opening
  ) throws -> OpeningResult {
    let name = key.map { OrderReference(shop: reference.shop, mode: reference.mode, reference: $0.key) }
    if let key, let used = name.flatMap({ keys[$0] }) {
      guard equalInConstantTime(used.digest, key.digest) else { throw StoreError.keyReused }
      return .replayed(used.checkout)
    }
    let order = orderNames[reference].flatMap { orders[$0] }
    let result: OpeningResult
    let id: CheckoutID
    switch try decide(order, order?.live.flatMap { attempts[$0]?.checkout }) {
    case .create(let file, let change):
      id = file.checkout.id
      result = .created(id)
      try file.requireBelonging(to: reference, order)
      try requireNew(file, order)
      try commit(file, change, replacing: nil)
      orderNames[reference] = file.order.id
      orderNumbers.insert(file.order.number)
    case .existing(let existing):
      id = existing
      result = .existing(id)
      guard attempts[id] != nil else { throw StoreError.notFound }
      if key != nil { flushes += 1 }
    }
    if let key, let name { keys[name] = (key.digest, id) }
    return result
  }

  private func requireNew(_ file: CheckoutFile, _ order: Order?) throws(StoreError) {
    guard attempts[file.checkout.id] == nil else { throw .inconsistent("a checkout's id twice") }
    guard order != nil || orders[file.order.id] == nil && !orderNumbers.contains(file.order.number) else {
      throw .inconsistent("an order's id or number twice")
    }
  }

  /// Stores a file in place of an old one, or as a new one, with the whole change.
  /// - Throws: `StoreError`; nothing has changed then.
  mutating func commit(_ new: CheckoutFile, _ change: Change, replacing old: CheckoutFile?) throws(StoreError) {
    let checkout = new.checkout
    if let standing = orders[new.order.id] { try requireSuccession(standing, new.order) }
    let taken = try references(change.references, of: checkout)
    let added = try lines(change.ledger, of: checkout)
    let account = checkout.accountID
    for notification in change.notifications {
      guard let entry = inbox.entries[notification.number], entry.account == account, entry.state.isOpen else {
        throw .notificationClosed
      }
    }
    try webhooks.require(change, of: checkout.id)
    guard
      new != old || !change.log.isEmpty || !taken.isEmpty || !added.isEmpty || !change.notifications.isEmpty
        || !change.webhooks.isEmpty || !change.deliveries.isEmpty || !change.countedReferences.isEmpty
    else { return }

    orders[new.order.id] = new.order
    attempts[checkout.id] = new
    attempts[checkout.id]?.outstanding.sort { $0.command.number < $1.command.number }
    if new.outstanding.isEmpty { commanded.remove(checkout.id) } else { commanded.insert(checkout.id) }
    lastReferences[account] = change.countedReferences.last ?? lastReferences[account]
    wakings[checkout.id] = checkout.wakeAt
    for reference in taken {
      references[reference] = checkout.id
      inbox.wake(naming: reference.reference, account)
    }
    for notification in change.notifications { inbox.enter(notification) }
    for entry in change.log {
      log.append(LogRecord(position: Int64(log.count + 1), checkout: checkout.id, entry: entry))
    }
    webhooks.enter(change)
    if let old {
      let made = Figure.list(from: old.checkout, to: checkout, at: change.log.last?.at ?? checkout.createdAt)
      figures += made.map { (checkout, $0) }
    }
    journal += change.journal(of: checkout)
    if checkout.answerCommand == nil { answers[checkout.id] = nil }
    if let command = checkout.answerCommand, !change.evidence.isEmpty {
      answers[checkout.id] = (command, change.evidence)
    }
    for line in added {
      movements[line.movement] = ledger.count
      ledger.append(line)
    }
    flushes += 1
  }

  mutating func raiseFence(of id: CheckoutID) { attempts[id]?.fence += 1 }

  private func requireSuccession(_ old: Order, _ new: Order) throws(StoreError) {
    if let live = old.live, let next = new.live, live != next { throw .inconsistent("two live attempts") }
    if let paid = old.paidBy, paid != new.paidBy { throw .inconsistent("an order is paid once") }
  }

  private func references(_ names: [ProviderReference], of checkout: Checkout) throws(StoreError) -> Set<Reference> {
    var taken: Set<Reference> = []
    for name in names {
      let reference = Reference(account: checkout.accountID, reference: name)
      if let owner = references[reference] {
        guard owner == checkout.id else { throw .referenceTaken }
      } else {
        taken.insert(reference)
      }
    }
    return taken
  }

  /// The new lines for the ledger, without those that it has already.
  private func lines(_ entries: [LedgerEntry], of checkout: Checkout) throws(StoreError) -> [LedgerLine] {
    var added: [[String]: LedgerLine] = [:]
    var lines: [LedgerLine] = []
    for entry in entries {
      guard entry.amount.isPositive, entry.debit != entry.credit else { throw .inconsistent("an empty ledger entry") }
      let line = LedgerLine(checkout: checkout.id, account: checkout.accountID, entry: entry)
      if let standing = added[line.movement] ?? movements[line.movement].map({ ledger[$0] }) {
        guard standing == line else { throw .inconsistent("a ledger entry says otherwise than the one that stands") }
      } else {
        added[line.movement] = line
        lines.append(line)
      }
    }
    return lines
  }

  func references(of id: CheckoutID) -> [ProviderReference] {
    references.filter { $0.value == id }.map(\.key.reference)
  }

  var commands: [StoredCommand] { commanded.flatMap { attempts[$0]?.outstanding ?? [] } }

  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) -> [CheckoutCount] {
    let files = attempts.values.filter {
      window.contains($0.checkout.createdAt) && shops?.contains($0.checkout.shop) ?? true
    }
    let groups = Dictionary(grouping: files) {
      CheckoutCount(
        provider: $0.checkout.provider, mode: $0.checkout.mode, phase: $0.checkout.phase.name,
        hasLeft: $0.firstStay != nil, secondsAway: $0.firstStay?.seconds, checkouts: 0)
    }
    return groups.map { group, members in
      var count = group
      count.checkouts = members.count
      return count
    }
  }

  func backlog(at now: Moment) -> [Backlog] {
    var accounts: [ProviderAccountID: Backlog] = [:]
    func change(_ account: ProviderAccountID, _ body: (inout Backlog) -> Void) {
      body(&accounts[account, default: Backlog(account: account)])
    }
    for command in commands {
      change(command.account) { backlog in
        backlog.commands += 1
        backlog.oldest = min(backlog.oldest ?? command.createdAt, command.createdAt)
        backlog.firstDue = min(backlog.firstDue ?? command.notBefore, command.notBefore)
      }
    }
    for file in attempts.keys.compactMap(file) {
      if file.checkout.phase.name == .held { change(file.checkout.accountID) { $0.held += 1 } }
      if let overdueAt = file.overdueAt, overdueAt <= now { change(file.checkout.accountID) { $0.overdue += 1 } }
    }
    for entry in inbox.entries.values {
      switch entry.state {
      case .unmatched: change(entry.account) { $0.unmatched += 1 }
      case .expired: change(entry.account) { $0.expired += 1 }
      case .new, .handled: break
      }
    }
    return accounts.values.sorted { $0.account < $1.account }
  }

  func balances() throws -> [Balance] {
    var sums: [Balance: Money] = [:]
    for line in ledger {
      let zero = Money.zero(line.entry.amount.currency)
      for (account, change) in [
        (line.entry.debit, line.entry.amount), (line.entry.credit, try zero.subtracting(line.entry.amount)),
      ] {
        let key = Balance(accountID: line.account, account: account, amount: zero)
        sums[key] = try (sums[key] ?? zero).adding(change)
      }
    }
    return sums.map { Balance(accountID: $0.accountID, account: $0.account, amount: $1) }.sorted { left, right in
      (left.accountID, left.amount.currency.code, left.account.rawValue)
        < (right.accountID, right.amount.currency.code, right.account.rawValue)
    }
  }
}
