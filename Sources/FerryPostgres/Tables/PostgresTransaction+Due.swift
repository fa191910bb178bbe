#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine

  /// Due work that this server owns or can claim, with the owner of its checkout.
  struct Claimable<Work: Fenced>: Sendable {
    let work: Work
    /// Nil for a notification that names none.
    let checkout: CheckoutID?
    let owner: Int64?

    /// The checkout to claim; nil if nothing is to be claimed.
    func toClaim(for server: Int64) -> CheckoutID? { owner == server ? nil : checkout }

    /// The work under the fence that it may be done; nil if somebody else has claimed it.
    /// - Parameter fences: The fences of the checkouts that were claimed.
    func owned(by server: Int64, _ fences: [CheckoutID: Int64]) -> Work? {
      guard let claimed = toClaim(for: server) else { return work }
      guard let fence = fences[claimed] else { return nil }
      var work = work
      work.fence = fence
      return work
    }
  }

  /// Work that is done under one fence of its checkout only.
  protocol Fenced: Sendable {
    var fence: Int64 { get set }
  }

  extension DueCommand: Fenced {}
  extension DueWaking: Fenced {}
  extension DueNotification: Fenced {}
  extension DueDelivery: Fenced {}

  /// Reads work by the owner of its checkout: this server's, and that of checkouts whose owner is no server that is alive.
  struct DueWork {
    let now: Moment
    let server: Int64
    /// Checkouts that are left out.
    let unreadable: [String]

    init(at now: Moment, _ server: Int64, besides unreadable: Set<CheckoutID>) {
      self.now = now
      self.server = server
      self.unreadable = unreadable.map(\.text)
    }

    private var values: [StatementValue] { [.moment(now), .int(server), .texts(unreadable)] }

    /// The checkout of a row, looked up row by row in the order of the index: only as many are read as are asked for.
    private static let checkout = """
      CROSS JOIN LATERAL (SELECT fence, owner FROM checkouts WHERE id = checkout LIMIT 1) AS owned
      """

    /// The servers whose checkouts are theirs alone.
    private static let others = """
      ARRAY(SELECT id FROM servers WHERE id <> $2 AND \(PostgresTransaction.keepsCheckouts))
      """

    /// The condition for the owner of a checkout.
    private static func isFree(_ owner: String = "owner") -> String {
      "(\(owner) IS NULL OR \(owner) <> ALL (\(others)))"
    }

    /// Commands, account by account as asked for; of each the longest due first, then the oldest.
    func commands(_ demands: [CommandDemand]) throws -> PostgresQuestion<[Claimable<DueCommand>]> {
      guard !demands.isEmpty else { return PostgresQuestion([]) }
      return try PostgresQuestion(
        """
        SELECT demand.place, due.checkout, due.number, due.fence, due.owner
        FROM \(CommandDemand.table)
          CROSS JOIN LATERAL (
            \(OwnersOfRows.of("demand", in: .commands)) SELECT each.* FROM owners CROSS JOIN LATERAL (
              SELECT checkout, number, fence, owned.owner, not_before, created_at FROM commands \(Self.checkout)
              WHERE \(OwnersOfRows.Table.commands.isAsked("demand")) AND commands.owner = owners.id
                AND not_before <= $1 AND checkout <> ALL ($3) AND \(Self.isFree("owned.owner"))
              ORDER BY not_before, created_at, checkout, number LIMIT demand.most) AS each
            WHERE owners.id <> ALL (\(Self.others))
            ORDER BY not_before, created_at, checkout, number LIMIT demand.most) AS due
        ORDER BY demand.place, due.not_before, due.created_at, due.checkout, due.number
        """, values + CommandDemand.values(demands)
      ) { row in
        let checkout = CheckoutID(row.text(1))
        return Claimable(
          work: DueCommand(
            checkout: checkout, number: CommandNumber(row.int(2)), account: demands[Int(row.int(0)) - 1].account,
            fence: row.int(3)),
          checkout: checkout, owner: row.intIfPresent(4))
      }
    }

    /// Checkouts whose timers have fired, longest overdue first.
    func wakings(limit: Int) throws -> PostgresQuestion<[Claimable<DueWaking>]> {
      try PostgresQuestion(
        """
        SELECT id, fence, owner FROM checkouts
        WHERE wake_at <= $1 AND id <> ALL ($3) AND \(Self.isFree()) ORDER BY wake_at, id LIMIT $4
        """, values + [.int(limit)]
      ) { row in
        let id = CheckoutID(row.text(0))
        return Claimable(
          work: DueWaking(checkout: id, fence: row.int(1)), checkout: id, owner: row.intIfPresent(2))
      }
    }

    /// Open notifications that are due, account by account as asked for; of each the longest due first, with the checkout that
    /// it names. Those that name none are shared by number: each server has a place among those that are alive.
    func notifications(_ demands: [CommandDemand]) throws -> PostgresQuestion<[Claimable<DueNotification>]> {
      guard !demands.isEmpty else { return PostgresQuestion([]) }
      let alive = "servers WHERE \(PostgresTransaction.isAlive)"
      return try PostgresQuestion(
        """
        SELECT due.* FROM \(CommandDemand.table)
          CROSS JOIN LATERAL (
            SELECT \(InboxEntry.columns), number, named, fence, owner
            FROM inbox LEFT JOIN LATERAL (
              SELECT checkouts.id AS named, checkouts.fence, checkouts.owner
              FROM inbox_references AS reference
                JOIN provider_references AS entered USING (value, kind)
                JOIN checkouts ON checkouts.id = entered.checkout
              WHERE reference.number = inbox.number AND entered.provider = inbox.provider
                AND entered.account = inbox.account AND entered.mode = inbox.mode
              ORDER BY reference.place LIMIT 1) AS checkout ON true
            WHERE inbox.provider = demand.provider AND inbox.account = demand.account AND inbox.mode = demand.mode
              AND due_at <= $1
              AND CASE WHEN named IS NULL THEN number % greatest(1, (SELECT count(*) FROM \(alive)))
                  = (SELECT count(*) FROM \(alive) AND id < $2)
                ELSE named <> ALL ($3) AND \(Self.isFree()) END
            ORDER BY due_at, number LIMIT demand.most) AS due
        ORDER BY demand.place, due.due_at, due.number
        """, values + CommandDemand.values(demands)
      ) { row in
        let checkout = row.textIfPresent(15).map { CheckoutID($0) }
        return Claimable(
          work: DueNotification(
            row.int(14), try InboxEntry(row, references: []), checkout: checkout, fence: row.intIfPresent(16) ?? 0),
          checkout: checkout, owner: row.intIfPresent(17))
      }
    }

    /// Messages, endpoint by endpoint as asked for; of each the longest due first.
    func deliveries(_ demands: [WebhookDemand]) throws -> PostgresQuestion<[Claimable<DueDelivery>]> {
      guard !demands.isEmpty else { return PostgresQuestion([]) }
      return try PostgresQuestion(
        """
        SELECT demand.endpoint, due.checkout, due.sequence, due.fence, due.owner
        FROM unnest($4::text[], $5::bigint[]) WITH ORDINALITY AS demand (endpoint, most, place)
          CROSS JOIN LATERAL (
            \(OwnersOfRows.of("demand", in: .webhooks)) SELECT each.* FROM owners CROSS JOIN LATERAL (
              SELECT checkout, sequence, due_at, fence, owned.owner FROM webhooks \(Self.checkout)
              WHERE \(OwnersOfRows.Table.webhooks.isAsked("demand")) AND webhooks.owner = owners.id
                AND due_at <= $1 AND checkout <> ALL ($3) AND \(Self.isFree("owned.owner"))
              ORDER BY due_at, checkout, sequence LIMIT demand.most) AS each
            WHERE owners.id <> ALL (\(Self.others))
            ORDER BY due_at, checkout, sequence LIMIT demand.most) AS due
        ORDER BY demand.place, due.due_at, due.checkout, due.sequence
        """,
        values + [.texts(demands.map(\.endpoint.text)), .ints(demands.map { Int64($0.limit) })]
      ) { row in
        let checkout = CheckoutID(row.text(1))
        let id = WebhookDelivery.ID(
          endpoint: WebhookEndpointID(row.text(0)),
          message: WebhookMessageID(checkout: checkout, sequence: Int(row.int(2))))
        return Claimable(work: DueDelivery(id, fence: row.int(3)), checkout: checkout, owner: row.intIfPresent(4))
      }
    }
  }

  extension CommandDemand {
    /// A table of demands, whose values are the parameters from $4 on.
    fileprivate static let table = """
      unnest($4::text[], $5::text[], $6::text[], $7::bigint[])
        WITH ORDINALITY AS demand (provider, account, mode, most, place)
      """

    fileprivate static func values(_ demands: [CommandDemand]) -> [StatementValue] {
      demands.map(\.account).columns + [.ints(demands.map { Int64($0.limit) })]
    }
  }

  extension [ProviderAccountID] {
    var columns: [StatementValue] {
      [.texts(map(\.provider.text)), .texts(map(\.account.text)), .texts(map(\.mode.rawValue))]
    }
  }
#endif
