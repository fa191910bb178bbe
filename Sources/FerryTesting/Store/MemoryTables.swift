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

  struct KeyName: Hashable {
    var shop: ShopID
    var mode: Mode
    var key: String
  }

  struct Movement: Hashable {
    var account: ProviderAccountID
    var externalID: String
    var kind: LedgerEntry.Kind
  }

  struct LedgerLine: Hashable {
    var checkout: CheckoutID
    var account: ProviderAccountID
    var entry: LedgerEntry
  }

  private(set) var orders: [OrderID: Order] = [:]
  private(set) var orderNames: [OrderReference: OrderID] = [:]
  private(set) var orderNumbers: Set<String> = []
  /// Each with the order as it was then; attempts share the present one.
  private(set) var attempts: [CheckoutID: CheckoutFile] = [:]
  /// The next timer of each checkout.
  private(set) var wakings: [CheckoutID: Moment] = [:]
  private(set) var references: [Reference: CheckoutID] = [:]
  /// The numbers of the last counted references.
  private(set) var lastReferences: [ProviderAccountID: Int64] = [:]
  private(set) var keys: [KeyName: (digest: String, checkout: CheckoutID)] = [:]
  /// Positions count from 1.
  private(set) var log: [LogRecord] = []
  private(set) var ledger: [LedgerLine] = []
  private(set) var movements: [Movement: Int] = [:]
  var servers = MemoryServers()
  var inbox = MemoryInbox()
  var webhooks = MemoryWebhooks()
  /// By their digests.
  var operatorSessions: [String: OperatorSession] = [:]
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
    let name = key.map { KeyName(shop: reference.shop, mode: reference.mode, key: $0.key) }
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
    for notification in change.notifications { try inbox.requireOpen(notification.number, account) }
    try webhooks.require(change, of: checkout.id)
    guard
      new != old || !change.log.isEmpty || !taken.isEmpty || !added.isEmpty || !change.notifications.isEmpty
        || !change.webhooks.isEmpty || !change.deliveries.isEmpty || !change.countedReferences.isEmpty
    else { return }

    orders[new.order.id] = new.order
    attempts[checkout.id] = new
    attempts[checkout.id]?.outstanding.sort { $0.command.number < $1.command.number }
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
    for line in added {
      movements[Movement(line)] = ledger.count
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
    var added: [Movement: LedgerLine] = [:]
    var lines: [LedgerLine] = []
    for entry in entries {
      guard entry.amount.isPositive, entry.debit != entry.credit else { throw .inconsistent("an empty ledger entry") }
      let line = LedgerLine(checkout: checkout.id, account: checkout.accountID, entry: entry)
      let movement = Movement(line)
      if let standing = added[movement] ?? movements[movement].map({ ledger[$0] }) {
        guard standing == line else { throw .inconsistent("a ledger entry says otherwise than the one that stands") }
      } else {
        added[movement] = line
        lines.append(line)
      }
    }
    return lines
  }

  func references(of id: CheckoutID) -> [ProviderReference] {
    references.filter { $0.value == id }.map(\.key.reference)
  }

  var commands: [StoredCommand] { attempts.values.flatMap(\.outstanding) }

  func counts(in window: Range<Moment>, of shops: Set<ShopID>?) -> [CheckoutCount] {
    let files = attempts.values.filter {
      window.contains($0.checkout.createdAt) && shops?.contains($0.checkout.shop) ?? true
    }
    let groups = Dictionary(grouping: files) {
      CheckoutCount(
        provider: $0.checkout.provider, mode: $0.checkout.mode, phase: $0.checkout.phase.name,
        secondsAway: $0.firstStay?.seconds, checkouts: 0)
    }
    return groups.map { group, members in
      var count = group
      count.checkouts = members.count
      return count
    }
  }

  func backlog(at now: Moment) -> [Backlog] {
    var accounts: [ProviderAccountID: Backlog] = [:]
    for command in commands {
      let account = command.account
      var backlog = accounts[account] ?? Backlog(account: account)
      backlog.commands += 1
      backlog.oldest = min(backlog.oldest ?? command.createdAt, command.createdAt)
      backlog.firstDue = min(backlog.firstDue ?? command.notBefore, command.notBefore)
      accounts[account] = backlog
    }
    for checkout in attempts.values.map(\.checkout) where checkout.phase.name == .held {
      let account = checkout.accountID
      accounts[account, default: Backlog(account: account)].held += 1
    }
    for id in attempts.keys {
      guard let file = file(id), let overdueAt = file.overdueAt, overdueAt <= now else { continue }
      let account = file.checkout.accountID
      accounts[account, default: Backlog(account: account)].overdue += 1
    }
    for entry in inbox.entries.values {
      switch entry.state {
      case .unmatched: accounts[entry.account, default: Backlog(account: entry.account)].unmatched += 1
      case .expired: accounts[entry.account, default: Backlog(account: entry.account)].expired += 1
      case .new, .handled: break
      }
    }
    return accounts.values.sorted { $0.account < $1.account }
  }

  func balances() throws -> [Balance] {
    struct Account: Hashable {
      var accountID: ProviderAccountID
      var currency: Currency
      var account: LedgerEntry.Account
    }
    var sums: [Account: Money] = [:]
    for line in ledger {
      let amount = line.entry.amount
      for (account, change) in [
        (line.entry.debit, amount), (line.entry.credit, try Money.zero(amount.currency).subtracting(amount)),
      ] {
        let key = Account(accountID: line.account, currency: amount.currency, account: account)
        sums[key] = try (sums[key] ?? .zero(amount.currency)).adding(change)
      }
    }
    let sorted = sums.sorted { left, right in
      (left.key.accountID, left.key.currency.code, left.key.account.rawValue)
        < (right.key.accountID, right.key.currency.code, right.key.account.rawValue)
    }
    return sorted.map { account, amount in
      Balance(accountID: account.accountID, account: account.account, amount: amount)
    }
  }
}

extension MemoryTables.Movement {
  fileprivate init(_ line: MemoryTables.LedgerLine) {
    self.init(account: line.account, externalID: line.entry.externalID, kind: line.entry.kind)
  }
}
