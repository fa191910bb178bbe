import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  /// - Parameter unreadable: Checkouts whose commands are left out.
  func dueCommands(
    at now: Moment, _ demand: CommandDemand, besides unreadable: Set<CheckoutID>
  ) throws -> [DueCommand] {
    // A checkout has a few commands at most.
    try rows(
      """
      SELECT checkout, number FROM commands WHERE provider = $1 AND account = $2 AND mode = $3 AND not_before <= $4
      ORDER BY not_before, created_at, checkout, number LIMIT $5
      """, demand.account.columns.values + [.moment(now), .int(demand.limit + 8 * unreadable.count)]
    ).map { DueCommand(checkout: CheckoutID($0.text(0)), number: Int($0.int(1)), account: demand.account) }
      .filter { !unreadable.contains($0.checkout) }.prefix(demand.limit).map(\.self)
  }

  /// Checkouts whose timers have fired, longest overdue first.
  func dueCheckouts(at now: Moment, limit: Int) throws -> [CheckoutID] {
    try rows(
      "SELECT id FROM checkouts WHERE wake_at <= $1 ORDER BY wake_at, id LIMIT $2", [.moment(now), .int(limit)]
    ).map { CheckoutID($0.text(0)) }
  }

  /// Open notifications that are due, the longest due first, each with the checkout that it names.
  func dueNotifications(at now: Moment, _ demand: CommandDemand) throws -> [DueNotification] {
    let numbers = try rows(
      """
      SELECT number FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND due_at <= $4
      ORDER BY due_at, number LIMIT $5
      """, demand.account.columns.values + [.moment(now), .int(demand.limit)]
    ).map { $0.int(0) }
    let entries = try notifications(numbers)
    return try numbers.compactMap { number in
      try entries[number].map {
        DueNotification(number, $0, checkout: try owner(of: $0.references, demand.account))
      }
    }
  }

  func dueWebhooks(at now: Moment, _ demand: WebhookDemand) throws -> [WebhookDelivery.ID] {
    try rows(
      """
      SELECT checkout, sequence FROM webhooks WHERE endpoint = $1 AND due_at <= $2
      ORDER BY due_at, checkout, sequence LIMIT $3
      """, [.text(demand.endpoint.text), .moment(now), .int(demand.limit)]
    ).map {
      WebhookDelivery.ID(
        endpoint: demand.endpoint,
        message: WebhookMessageID(checkout: CheckoutID($0.text(0)), sequence: Int($0.int(1))))
    }
  }
}

// MARK: The next look

extension Database {
  /// The first moment after `moment` when a command of some accounts may be performed, or a timer fires.
  func nextDue(after moment: Moment, _ accounts: [ProviderAccountID]) throws -> Moment? {
    let waking = try row("SELECT min(wake_at) FROM checkouts WHERE wake_at > $1", [.moment(moment)])
    let commands = try accounts.map { account in
      try row(
        "SELECT min(not_before) FROM commands WHERE provider = $1 AND account = $2 AND mode = $3 AND not_before > $4",
        account.columns.values + [.moment(moment)])
    }
    return ([waking] + commands).compactMap { $0?.momentIfPresent(0) }.min()
  }

  /// The first moment after `moment` when an open notification of some accounts is due.
  func nextNotification(after moment: Moment, _ accounts: [ProviderAccountID]) throws -> Moment? {
    try accounts.compactMap { account in
      try row(
        "SELECT min(due_at) FROM inbox WHERE provider = $1 AND account = $2 AND mode = $3 AND due_at > $4",
        account.columns.values + [.moment(moment)])?.momentIfPresent(0)
    }.min()
  }

  /// The first moment after `moment` when a message to one of some endpoints is due.
  func nextWebhook(after moment: Moment, _ endpoints: [WebhookEndpointID]) throws -> Moment? {
    try endpoints.compactMap { endpoint in
      try row(
        "SELECT min(due_at) FROM webhooks WHERE endpoint = $1 AND due_at > $2",
        [.text(endpoint.text), .moment(moment)])?.momentIfPresent(0)
    }.min()
  }

  /// Checkouts with something postponed beyond a moment, by id.
  func checkouts(waitingBeyond moment: Moment, after last: CheckoutID?, limit: Int) throws -> [CheckoutID] {
    try rows(
      """
      SELECT id FROM checkouts
      WHERE id > $1 AND (wake_at > $2 OR EXISTS (SELECT 1 FROM commands WHERE checkout = id AND not_before > $2))
      ORDER BY id LIMIT $3
      """, [.text(last?.text ?? ""), .moment(moment), .int(limit)]
    ).map { CheckoutID($0.text(0)) }
  }
}
