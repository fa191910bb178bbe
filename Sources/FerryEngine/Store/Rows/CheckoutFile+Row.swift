import FerryCheckout
import FerryCore
import FerryProvider

extension CheckoutFile {
  /// The columns of the tables `checkouts`, `orders` and, if there is a row, `buyer_details`.
  package static let columns = """
    orders.body, checkouts.body, round_trips, return_urls, record, buyer_details.body, buyer_details.facts,
      coalesce((SELECT sequence FROM last_messages WHERE last_messages.checkout = checkouts.id), 0),
      checkouts.id, left_at, returned_at
    """

  /// - Parameter rows: Those of one checkout, with the columns of `DatabaseTransaction.fileColumns`; nil if there are none.
  /// - Throws: `DamagedRow` with the checkout's id.
  package init?(_ rows: [some StoredRow]) throws(DamagedRow) {
    guard let row = rows.first else { return nil }
    do throws(DamagedRow) {
      self.init(
        order: try row.state(0), checkout: try row.state(1), roundTrips: try row.state(2),
        sentReturnURLs: try row.jsonIfPresent(3) ?? [])
      details = try row.jsonIfPresent(5)
      buyerFacts = try row.jsonIfPresent(6)
      for row in rows where row.bytesIfPresent(12) != nil { outstanding.append(try StoredCommand(row, from: 12)) }
    } catch {
      throw DamagedRow(error.reason, of: CheckoutID(row.text(8)))
    }
    record = row.bytesIfPresent(4)
    lastMessage = Int(row.int(7))
    firstStay = row.momentIfPresent(9).map { ProviderStay(leftAt: $0, returnedAt: row.momentIfPresent(10)) }
    fence = row.int(11)
  }
}

/// The content of a command's request is a column of its own, because bytes are long in JSON.
extension StoredCommand {
  /// Reads the columns `body` and `request_content`.
  /// - Parameter first: The number of `body`.
  /// - Throws: `DamagedRow`.
  fileprivate init(_ row: some StoredRow, from first: Int) throws(DamagedRow) {
    self = try row.json(first)
    if let content = row.bytesIfPresent(first + 1) { request?.content = content }
  }

  /// The column `body`.
  package var body: String {
    get throws {
      var stored = self
      stored.request?.content = []
      return try StoredJSON.text(stored)
    }
  }
}

extension CheckoutCount {
  /// Reads provider, mode, phase, whole seconds away, the number, and if the buyer has left.
  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow) throws(DamagedRow) {
    self.init(
      provider: ProviderID(row.text(0)), mode: try row.one(1, "mode"), phase: PhaseName(rawValue: row.text(2)),
      hasLeft: row.bool(5), secondsAway: row.intIfPresent(3), checkouts: Int(row.int(4)))
  }
}

extension LogRecord {
  /// The columns that `init(_:)` reads, of the table `log`.
  package static let columns = "position, checkout, body, at"

  /// An entry that cannot be read does not hide the others.
  package init(_ row: some StoredRow) {
    let entry: LogEntry? = try? row.json(2)
    self.init(
      position: row.int(0), checkout: CheckoutID(row.text(1)),
      entry: entry ?? LogEntry(at: row.moment(3), .remark("Ferry cannot read this entry: it is damaged.")))
  }
}
