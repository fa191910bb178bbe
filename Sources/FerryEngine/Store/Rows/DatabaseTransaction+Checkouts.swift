package import FerryCheckout
package import FerryCore

extension DatabaseTransaction {
  /// The columns of a checkout's file. There is a row for each command, or one without: the others are repeated in each.
  package static var fileColumns: String {
    "\(CheckoutFile.columns), \(fence), commands.body, commands.request_content"
  }

  package static var fileTables: String {
    """
    checkouts JOIN orders ON orders.id = order_id
      LEFT JOIN buyer_details ON buyer_details.checkout = checkouts.id
      LEFT JOIN commands ON commands.checkout = checkouts.id
    """
  }

  /// Everything of a checkout, or nil.
  /// - Throws: `DamagedRow`.
  package func file(_ id: CheckoutID) throws -> CheckoutFile? {
    try CheckoutFile(
      rows(
        "SELECT \(Self.fileColumns) FROM \(Self.fileTables) WHERE checkouts.id = $1 ORDER BY commands.number",
        [.text(id.text)]))
  }

  /// Checkouts in the order of their ids, without those that cannot be read: they are reported when they are next read.
  /// - Parameter known: A checkout as it was committed last, which is not read and decoded again.
  package func files<Failure>(
    _ ids: [CheckoutID], _ damage: Damage<Failure>, known: (CheckoutID) -> CheckoutFile? = { _ in nil }
  ) throws -> [CheckoutFile] {
    let remembered = Dictionary(ids.compactMap { id in known(id).map { (id, $0) } }) { first, _ in first }
    let missing = ids.filter { remembered[$0] == nil }
    guard !missing.isEmpty else { return ids.compactMap { remembered[$0] } }
    let rows = try rows(
      """
      SELECT \(Self.fileColumns) FROM \(Self.fileTables)
      WHERE checkouts.id \(Self.isOne(of: "$1")) ORDER BY checkouts.id, commands.number
      """, [.texts(missing.map(\.text))])
    let files = Dictionary(grouping: rows) { $0.text(8) }
    return try ids.compactMap { id in try remembered[id] ?? damage.skipping { try CheckoutFile(files[id.text] ?? []) } }
  }

  /// Checkouts by a filter, newest first, without those that cannot be read.
  package func files<Failure>(
    _ filter: CheckoutFilter, limit: Int, _ damage: Damage<Failure>,
    known: (CheckoutID) -> CheckoutFile? = { _ in nil }
  ) throws -> [CheckoutFile] {
    try filter.list(limit: limit, places: places) { try files($0, damage, known: known) }
  }

  /// The places of a filter's checkouts, and of some that the filter does not include if it looks something up.
  private func places(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
    filter.isLookUp ? try found(filter, limit: limit) : try listed(filter, limit: limit)
  }

  /// The places of some checkouts, newest first.
  func newest(_ ids: [String], _ bounds: CheckoutFilter.Bounds, limit: Int) throws -> [CheckoutPlace] {
    guard !ids.isEmpty else { return [] }
    return try rows(
      """
      SELECT created_at, id FROM checkouts WHERE id \(Self.isOne(of: "$6"))
        AND (created_at, id) >= ($1, $2) AND (created_at, id) < ($3, $4)
      ORDER BY created_at DESC, id DESC LIMIT $5
      """, bounds.values + [.int(limit), .texts(ids)]
    ).map { CheckoutPlace($0) }
  }

  /// Looks up what a filter searches for, each by an index, and what is overdue.
  private func found(_ filter: CheckoutFilter, limit: Int) throws -> [CheckoutPlace] {
    var values = filter.bounds.values + [.int(limit)]
    var lookUps = try filter.searches.map { try lookUp($0, &values) }
    if let figure = filter.figure { lookUps.append(lookUp(figure, filter, &values)) }
    if let now = filter.overdueAt {
      lookUps.append(
        """
        SELECT id FROM checkouts WHERE overdue_at <= \(values.parameter(.moment(now)))
        UNION SELECT checkout FROM commands WHERE created_at <= \(values.parameter(.moment(now - Checkout.patience)))
        """)
    }
    return try rows(
      """
      \(Self.query(for: lookUps)) (created_at, id) >= ($1, $2) AND (created_at, id) < ($3, $4)
      ORDER BY created_at DESC, id DESC LIMIT $5
      """, values
    ).map { CheckoutPlace($0) }
  }

  /// A query for the ids of the checkouts that a search finds.
  private func lookUp(_ search: CheckoutSearch, _ values: inout [StatementValue]) throws -> String {
    let text = values.parameter(.text(search.text))
    let ofOrders = "SELECT checkouts.id FROM checkouts JOIN orders ON orders.id = order_id WHERE"
    return switch search.key {
    case .orderReference: "\(ofOrders) orders.reference = \(text)"
    case .orderNumber: "\(ofOrders) orders.number = \(text)"
    case .providerReference: try lookUp(references: "value = \(text)", limit: nil, &values)
    }
  }

  /// Checkouts alone, by their ids.
  /// - Throws: `DamagedRow`.
  func checkouts(_ ids: Set<CheckoutID>) throws -> [CheckoutID: Checkout] {
    var checkouts: [CheckoutID: Checkout] = [:]
    for row in try rows("SELECT id, body FROM checkouts WHERE id \(Self.isOne(of: "$1"))", [.texts(ids.map(\.text))]) {
      let id = CheckoutID(row.text(0))
      do { checkouts[id] = try row.state(1) } catch { throw DamagedRow(error.reason, of: id) }
    }
    return checkouts
  }

  package func isCheckout(_ id: CheckoutID) throws -> Bool {
    try row("SELECT 1 FROM checkouts WHERE id = $1", [.text(id.text)]) != nil
  }
}

// MARK: Writing

extension DatabaseTransaction {
  /// - Parameter more: Columns that only this database has.
  package func insert(_ file: CheckoutFile, with more: StoredColumns = [:]) throws {
    let checkout = file.checkout
    let fixed: StoredColumns = [
      "id": .text(checkout.id.text), "order_id": .text(checkout.order.text), "created_at": .moment(checkout.createdAt),
    ]
    try insert(checkout.accountID.columns + fixed + file.changingColumns(Row.decoded, with: more), into: "checkouts")
    if file.hasBuyer { try upsertBuyer(of: file) }
    for command in file.outstanding { try upsert(command) }
    try list(file, insteadOf: nil)
    if file.lastMessage > 0 { try setLastMessage(file.lastMessage, of: checkout.id) }
  }

  /// Writes what differs between two states of a checkout. PostgreSQL writes the whole row with each update: one
  /// statement sets all columns that can change. SQLite rewrites each index with a column that a statement sets, even
  /// to an equal value: if the checkout is equal, the statement leaves out its columns.
  /// - Parameters:
  ///   - more: Columns that only this database has.
  ///   - always: True to write the row even if it is as before.
  package func update(
    _ old: CheckoutFile, to new: CheckoutFile, with more: StoredColumns = [:], always: Bool = false
  ) throws {
    if new.order != old.order { try update(new.order) }
    if !new.hasSameRow(as: old) || always {
      try update(
        "checkouts", try new.changingColumns(since: old, Row.decoded, with: more),
        where: ["id": .text(new.checkout.id.text)])
    }
    try list(new, insteadOf: old)
    if new.details != old.details || new.buyerFacts != old.buyerFacts {
      if new.hasBuyer { try upsertBuyer(of: new) } else { try forget(new.checkout.id) }
    }
    for command in old.outstanding
    where !new.outstanding.contains(where: { $0.command.number == command.command.number }) {
      try delete(
        from: "commands", where: ["checkout": .text(command.checkout.text), "number": .int(command.command.number)])
    }
    for command in new.outstanding where !old.outstanding.contains(command) { try upsert(command) }
    if new.lastMessage != old.lastMessage { try setLastMessage(new.lastMessage, of: new.checkout.id) }
  }

  private func upsertBuyer(of file: CheckoutFile) throws {
    try upsert(
      [
        "checkout": .text(file.checkout.id.text), "body": try .json(file.details), "facts": try .json(file.buyerFacts),
      ], into: "buyer_details", key: ["checkout"])
  }

  package func forget(_ id: CheckoutID) throws {
    try delete(from: "buyer_details", where: ["checkout": .text(id.text)])
  }

  /// Enters a checkout into its group, or moves it there from its former one.
  func list(_ file: CheckoutFile, insteadOf former: CheckoutFile?) throws {
    let checkout = file.checkout
    let (group, last) = (CheckoutGroup(checkout), former.map { CheckoutGroup($0.checkout) })
    guard group != last || file.listedTotal != former?.listedTotal else { return }
    let place: StoredColumns = ["created_at": .moment(checkout.createdAt), "checkout": .text(checkout.id.text)]
    let total: StoredColumns = [
      "currency": .text(checkout.content.currency.code), "total": .int(file.listedTotal?.minorUnits),
    ]
    if let last, last != group { try delete(from: "listed_checkouts", where: last.columns + place) }
    try upsert(
      group.columns + place + total, into: "listed_checkouts", key: CheckoutGroup.names + ["created_at", "checkout"])
  }

  private func setLastMessage(_ sequence: Int, of id: CheckoutID) throws {
    try upsert(["checkout": .text(id.text), "sequence": .int(sequence)], into: "last_messages", key: ["checkout"])
  }
}

extension CheckoutFile {
  /// The columns of `checkouts` that can change.
  /// - Parameters:
  ///   - old: The stored state. Columns of the checkout are left out if they are equal to it. Nil for all columns.
  ///   - decoded: Keeps the state, for those who read the columns.
  ///   - more: Columns that only this database has. If there are any, no column is left out.
  fileprivate func changingColumns(
    since old: Self? = nil, _ decoded: DecodedState?, with more: StoredColumns
  ) throws -> StoredColumns {
    var columns: StoredColumns = [
      "round_trips": try .state(roundTrips, decoded),
      "return_urls": try .json(sentReturnURLs.isEmpty ? nil : sentReturnURLs), "record": .bytes(record),
    ]
    let isWhole = !more.names.isEmpty || checkout != old?.checkout || isLive != old?.isLive
    if isWhole {
      columns +=
        [
          "phase": .text(checkout.phase.name.rawValue), "is_live": .bool(isLive),
          "is_final": .bool(checkout.phase.isFinal), "wake_at": .moment(checkout.wakeAt),
          "overdue_at": .moment(checkout.overdueAt), "body": try .state(checkout, decoded),
        ]
    }
    if isWhole || firstStay != old?.firstStay {
      columns += ["left_at": .moment(firstStay?.leftAt), "returned_at": .moment(firstStay?.returnedAt)]
    }
    return columns + more
  }

  /// True if the row in `checkouts` is as it was.
  fileprivate func hasSameRow(as old: CheckoutFile) -> Bool {
    checkout == old.checkout && isLive == old.isLive && roundTrips == old.roundTrips
      && sentReturnURLs == old.sentReturnURLs && record == old.record && firstStay == old.firstStay
  }

  /// True for the attempt that may still pay its order.
  private var isLive: Bool { order.live == checkout.id }
}

// MARK: Operators' sessions

extension DatabaseTransaction {
  /// Two servers at once may leave one session too many, until the next one begins.
  package func beginOperatorSession(_ session: OperatorSession, _ limits: OperatorSessionLimits) throws {
    let now = session.startedAt
    try run(
      "DELETE FROM operator_sessions WHERE started_at <= $1 OR used_at <= $2",
      [.moment(now - limits.longest), .moment(now - limits.idle)])
    // SQLite has no OFFSET without LIMIT.
    try run(
      """
      DELETE FROM operator_sessions WHERE digest IN (
        SELECT digest FROM operator_sessions ORDER BY used_at DESC, digest LIMIT \(Int64.max) OFFSET $1)
      """, [.int(limits.most - 1)])
    try insert(
      [
        "digest": .text(session.digest), "name": .text(session.name), "fingerprint": .text(session.fingerprint),
        "started_at": .moment(session.startedAt), "used_at": .moment(session.usedAt),
      ], into: "operator_sessions")
  }

  package func operatorSession(_ digest: String) throws -> OperatorSession? {
    try row("SELECT \(OperatorSession.columns) FROM operator_sessions WHERE digest = $1", [.text(digest)])
      .map { OperatorSession($0) }
  }

  package func noteUse(ofSession digest: String, at now: Moment) throws {
    try run(
      "UPDATE operator_sessions SET used_at = $1 WHERE digest = $2 AND used_at < $1", [.moment(now), .text(digest)])
  }

  package func endOperatorSession(_ digest: String) throws {
    try delete(from: "operator_sessions", where: ["digest": .text(digest)])
  }
}
