public import FerryCheckout
public import FerryCore

/// The storage of the acts of operators, and of their named lists.
public protocol JournalStore: Sendable {
  /// Keeps an act that changes no checkout. The store keeps those that do with the change.
  func note(_ entry: JournalEntry) async throws

  /// The latest acts of a filter, the latest first.
  func journal(_ filter: JournalFilter, limit: Int) async throws -> [JournalRecord]

  /// An operator's named lists, by name.
  func views(of person: String) async throws -> [OperatorView]

  /// Keeps a named list, in place of one with its name.
  /// - Returns: False if the operator has `OperatorView.most` others.
  func keep(_ view: OperatorView, of person: String) async throws -> Bool

  /// Does nothing if there is no such list.
  func removeView(_ name: String, of person: String) async throws
}

/// An act of an operator. It stays when a buyer is erased: it has neither buyers' data nor the text of a search.
public struct JournalEntry: Hashable, Sendable {
  public var at: Moment
  /// The operator's name in the settings.
  public var person: String
  /// The act in the words of the timeline: "refund 12.50 EUR".
  public var act: String
  /// The checkout that it was about, with its shop.
  public var checkout: CheckoutID?
  public var shop: ShopID?
  /// The address that the request came from.
  public var address: String?

  public init(
    at moment: Moment, by person: String, _ act: String, checkout: CheckoutID? = nil, shop: ShopID? = nil,
    from address: String?
  ) {
    at = moment
    self.person = person
    self.act = act
    self.checkout = checkout
    self.shop = shop
    self.address = address
  }
}

/// An operator who acts, and where the request came from.
public struct ActingOperator: Hashable, Sendable {
  public var name: String
  public var address: String?

  public init(name: String, address: String?) {
    self.name = name
    self.address = address
  }
}

/// An entry of the journal at its place.
public struct JournalRecord: Hashable, Sendable {
  /// Rises with every entry.
  public var position: Int64
  public var entry: JournalEntry

  public init(position: Int64, entry: JournalEntry) {
    self.position = position
    self.entry = entry
  }
}

public struct JournalFilter: Hashable, Sendable {
  public var person: String?
  /// Only acts on checkouts of these shops.
  public var shops: Set<ShopID>?
  public var from: Moment?
  public var before: Moment?
  /// Only entries that are older than this one.
  public var after: Int64?

  public init(
    person: String? = nil, shops: Set<ShopID>? = nil, from: Moment? = nil, before: Moment? = nil, after: Int64? = nil
  ) {
    self.person = person
    self.shops = shops
    self.from = from
    self.before = before
    self.after = after
  }

  package func includes(_ record: JournalRecord) -> Bool {
    let entry = record.entry
    return person ?? entry.person == entry.person && shops.map { entry.shop.map($0.contains) ?? false } ?? true
      && from.map { entry.at >= $0 } ?? true && before.map { entry.at < $0 } ?? true
      && after.map { record.position < $0 } ?? true
  }
}

/// A list of checkouts that an operator has given a name.
public struct OperatorView: Hashable, Sendable {
  /// The most that an operator may have.
  public static let most = 30

  public var name: String
  /// The query of the list's address.
  public var query: String

  public init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}

extension Change {
  /// An operator does something: the timeline and the journal have it.
  public mutating func note(_ act: String, by person: ActingOperator, at now: Moment) {
    log.append(LogEntry(at: now, .action(act, by: person.name)))
    operatorAddress = person.address
  }

  /// The acts among the new entries of the timeline.
  package func journal(of checkout: Checkout) -> [JournalEntry] {
    log.compactMap { entry in
      guard case .action(let act, let person) = entry.what else { return nil }
      return JournalEntry(
        at: entry.at, by: person, act, checkout: checkout.id, shop: checkout.shop, from: operatorAddress)
    }
  }
}
