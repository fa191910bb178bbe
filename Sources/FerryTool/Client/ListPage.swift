import FerryCore
import FerryServer

/// A page of a list of the API.
protocol ListPage: Codable, Sendable {
  var count: Int { get }
  /// The `after` of the next page; nil on the last.
  var after: String? { get }
  /// Adds the next page.
  mutating func append(_ page: Self)
}

extension CheckoutsBody: ListPage {
  var count: Int { checkouts.count }
  var after: String? { next }

  mutating func append(_ page: Self) {
    checkouts += page.checkouts
    next = page.next
  }
}

extension PaymentsBody: ListPage {
  var count: Int { payments.count }
  var after: String? { next }

  mutating func append(_ page: Self) {
    payments += page.payments
    next = page.next
  }
}

extension TimelineBody: ListPage {
  var count: Int { entries.count }
  var after: String? { next.map { "\($0)" } }

  mutating func append(_ page: Self) {
    entries += page.entries
    outstanding = page.outstanding
    next = page.next
  }
}
