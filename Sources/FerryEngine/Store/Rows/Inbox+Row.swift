import FerryCheckout
import FerryCore
package import FerryProvider

extension InboxEntry {
  /// The columns that `init(_:references:)` reads, of the table `inbox`.
  package static let columns = """
    provider, account, mode, identity, is_authenticated, inbox.kind, is_recognised, body, received_at, state, attempts,
      repetitions, due_at, closed_at
    """

  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow, references: [ProviderReference]) throws(DamagedRow) {
    self.init(
      account: try ProviderAccountID(row), identity: row.text(3), isAuthenticated: row.bool(4), kind: row.text(5),
      isRecognised: row.bool(6), references: references, body: row.bytesIfPresent(7), receivedAt: row.moment(8))
    state = try row.one(9, "state of a notification")
    attempts = Int(row.int(10))
    repetitions = Int(row.int(11))
    dueAt = row.momentIfPresent(12)
    closedAt = row.momentIfPresent(13)
  }
}

extension InboxEntry {
  /// The columns of a new row.
  package var columns: StoredColumns {
    account.columns + [
      "identity": .text(identity), "is_authenticated": .bool(isAuthenticated), "kind": .text(kind),
      "is_recognised": .bool(isRecognised),
    ] + changingColumns
  }

  package var changingColumns: StoredColumns {
    [
      "body": .bytes(body), "received_at": .moment(receivedAt), "state": .text(state.rawValue),
      "attempts": .int(attempts), "repetitions": .int(repetitions), "due_at": .moment(dueAt),
      "closed_at": .moment(closedAt),
    ]
  }
}

extension InboxCount {
  /// Reads provider, account, mode, state, recognition, and the number.
  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow) throws(DamagedRow) {
    self.init(
      account: try ProviderAccountID(row), state: try row.one(3, "state of a notification"),
      isRecognised: row.bool(4), count: Int(row.int(5)))
  }
}

extension WebhookDelivery {
  /// The columns that `init(_:)` reads, of the table `webhooks`.
  package static let columns =
    "endpoint, checkout, sequence, body, created_at, state, attempts, due_at, closed_at, last_result"

  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow) throws(DamagedRow) {
    let message = WebhookMessageID(checkout: CheckoutID(row.text(1)), sequence: Int(row.int(2)))
    self.init(message, to: WebhookEndpointID(row.text(0)), body: try row.json(3), at: row.moment(4))
    state = try row.one(5, "state of a webhook")
    attempts = Int(row.int(6))
    dueAt = row.momentIfPresent(7)
    closedAt = row.momentIfPresent(8)
    lastResult = row.textIfPresent(9)
  }
}
