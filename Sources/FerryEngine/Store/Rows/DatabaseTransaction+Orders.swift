package import FerryCheckout
import FerryCore

extension DatabaseTransaction {
  /// Opens an attempt, or finds what is there.
  /// - Parameter more: Columns of a new checkout that only this database has.
  /// - Returns: With the file of a new checkout.
  package func open(
    _ reference: OrderReference, _ key: CreationKey?, with more: StoredColumns = [:],
    decide: (Order?, Checkout?) throws -> Opening
  ) throws -> (result: OpeningResult, created: CheckoutFile?) {
    try lock(reference)
    let stored = try opening(reference, key)
    // A key is answered even if the order or its live attempt cannot be read.
    if let key, let stored, let digest = stored.textIfPresent(0) {
      guard equalInConstantTime(digest, key.digest) else { throw StoreError.keyReused }
      return (.replayed(CheckoutID(stored.text(1))), nil)
    }
    let order: Order? = try stored?.stateIfPresent(2)
    switch try decide(order, stored.flatMap { try liveAttempt(in: $0) }) {
    case .create(let file, let change):
      try file.requireBelonging(to: reference, order)
      if order == nil { try insert(file.order) } else { try update(file.order) }
      try insert(file, with: more)
      if let key { try enter(key, of: reference, for: file.checkout.id) }
      try enter(change, from: nil, to: file)
      return (.created(file.checkout.id), file)
    case .existing(let id):
      guard try isCheckout(id) else { throw StoreError.notFound }
      if let key { try enter(key, of: reference, for: id) }
      return (.existing(id), nil)
    }
  }

  /// The digest and the checkout of the key, if it opened one before; the order; the live attempt to pay it, with its id.
  package func opening(_ reference: OrderReference, _ key: CreationKey?) throws -> Row? {
    try row(
      """
      SELECT digest, creation_keys.checkout, orders.body, checkouts.body, checkouts.id
      FROM (SELECT 1) AS one
        LEFT JOIN creation_keys ON creation_keys.shop = $1 AND creation_keys.mode = $2 AND key = $4
        LEFT JOIN orders ON orders.shop = $1 AND orders.mode = $2 AND reference = $3
        LEFT JOIN checkouts ON checkouts.id = orders.live
      """, reference.columns.values + [.text(key?.key)])
  }

  /// - Parameter row: Of `opening`.
  /// - Throws: `DamagedRow` with the checkout's id.
  private func liveAttempt(in row: Row) throws -> Checkout? {
    do { return try row.stateIfPresent(3) } catch { throw DamagedRow(error.reason, of: CheckoutID(row.text(4))) }
  }
}

// MARK: Orders, keys and references

extension DatabaseTransaction {
  /// Enters the changes that are committed together with a checkout, and what follows from them: the figures of its money, the
  /// acts of operators, the search index.
  /// - Parameter old: Nil for a new checkout.
  /// - Throws: As `enter(_:of:)`.
  package func enter(_ change: Change, from old: CheckoutFile?, to new: CheckoutFile) throws {
    let checkout = new.checkout
    try enter(change, of: checkout)
    if let old {
      let now = change.log.last?.at ?? checkout.createdAt
      try enter(Figure.list(from: old.checkout, to: checkout, at: now), of: checkout)
    }
    for entry in change.journal(of: checkout) { try enter(entry) }
    try index(new, insteadOf: old)
  }

  /// - Throws: `StoreError.referenceTaken`, `.notificationClosed`, `.inconsistent`; some at the next answer only.
  private func enter(_ change: Change, of checkout: Checkout) throws {
    for number in change.countedReferences { try enter(referenceNumber: number, of: checkout) }
    try enter(change.references, of: checkout)
    try enter(change.notifications, of: checkout)
    try enter(change.log, of: checkout)
    for entry in change.ledger { try enter(entry, of: checkout) }
    for delivery in change.webhooks { try insert(delivery, of: checkout) }
    try enter(change.deliveries, of: checkout)
    if let command = checkout.answerCommand { try enter(change.evidence, for: command, of: checkout) }
  }

  private func enter(_ evidence: [Evidence], for command: CommandNumber, of checkout: Checkout) throws {
    for (place, evidence) in evidence.enumerated() {
      try insert(
        [
          "checkout": .text(checkout.id.text), "number": .int(command), "place": .int(place),
          "part": try .json(evidence.part), "content": .bytes(evidence.content),
        ], into: "evidence")
    }
  }

  package func evidence(_ id: CheckoutID, of command: CommandNumber) throws -> [Evidence] {
    try rows(
      "SELECT part, content FROM evidence WHERE checkout = $1 AND number = $2 ORDER BY place",
      [.text(id.text), .int(command)]
    ).map { Evidence(try $0.json(0), $0.bytesIfPresent(1) ?? []) }
  }

  package func insert(_ order: Order) throws {
    try insert(
      [
        "id": .text(order.id.text), "shop": .text(order.shop.text), "mode": .text(order.mode.rawValue),
        "reference": .text(order.reference), "number": .text(order.number), "live": .text(order.live?.text),
        "paid_by": .text(order.paidBy?.text), "body": try .state(order, Row.decoded),
      ], into: "orders")
  }

  package func update(_ order: Order) throws {
    try update(
      "orders",
      ["live": .text(order.live?.text), "paid_by": .text(order.paidBy?.text), "body": try .state(order, Row.decoded)],
      where: ["id": .text(order.id.text)])
  }

  /// Keeps a key as long as its checkout.
  package func enter(_ key: CreationKey, of reference: OrderReference, for id: CheckoutID) throws {
    try run(
      """
      INSERT INTO creation_keys (shop, mode, key, digest, checkout, created_at)
      SELECT $1, $2, $3, $4, id, created_at FROM checkouts WHERE id = $5
      """,
      [
        .text(reference.shop.text), .text(reference.mode.rawValue), .text(key.key), .text(key.digest), .text(id.text),
      ])
  }

  /// The number of an account's last counted reference; 0 before the first.
  package func lastReferenceNumber(of account: ProviderAccountID) throws -> Int64 {
    try row(
      "SELECT max(number) FROM reference_numbers WHERE provider = $1 AND account = $2 AND mode = $3",
      account.columns.values)?.intIfPresent(0) ?? 0
  }

  /// Keeps a number of a counted reference, which no other command of the account gets.
  private func enter(referenceNumber number: Int64, of checkout: Checkout) throws {
    try insert(
      checkout.accountID.columns + ["number": .int(number), "checkout": .text(checkout.id.text)],
      into: "reference_numbers")
  }
}
