public import FerryCore
import Foundation

/// The result of one comparison of the books, as programs read it. The last one of each account lies beside the database, for
/// the operations page.
public struct ReconciliationReport: Codable, Hashable, Sendable {
  /// True if nothing differs in what could be compared.
  public var agrees: Bool
  /// False if a part could not be compared.
  public var complete: Bool
  public var provider: ProviderID
  public var account: AccountName
  public var mode: Mode
  public var shop: String?
  /// When the comparison was made, and the window of time that it is about: ISO 8601, in UTC.
  public var comparedAt: String
  public var since: String
  public var until: String
  public var compared: Compared
  public var discrepancies: [Entry]
  public var unanswered: [Unanswered]
  /// The reasons why checkouts could not be read from Ferry's database.
  public var unreadable: [String]
  public var repairs: [Repair]?
  /// The numbers of entries of settlement reports that no book speaks of, by their kind.
  public var notCompared: [String: Int]

  /// The extent of the comparison. A book that was left out is absent.
  public struct Compared: Codable, Hashable, Sendable {
    public var orders: Int?
    public var ordersAsOf: String?
    public var payments: Int
    public var answers: Int
    public var transactions: Int?

    public init(orders: Int?, ordersAsOf: String?, payments: Int, answers: Int, transactions: Int?) {
      self.orders = orders
      self.ordersAsOf = ordersAsOf
      self.payments = payments
      self.answers = answers
      self.transactions = transactions
    }
  }

  /// A `Discrepancy`, with what it means and what to do about it.
  public struct Entry: Codable, Hashable, Sendable {
    public var kind: String
    public var order: String?
    public var checkout: String?
    public var operation: String?
    public var reference: String?
    public var account: String?
    public var shop: Money?
    public var ferry: Money?
    public var ledger: Money?
    public var provider: Money?
    public var since: String?
    public var ageHours: Int64?
    public var meaning: String
    public var remedy: String

    /// - Parameter now: The discrepancy's age is measured at this moment.
    public init(_ discrepancy: Discrepancy, meaning: String, remedy: String, at now: Moment) {
      kind = discrepancy.kind.rawValue
      order = discrepancy.orderReference
      checkout = discrepancy.checkout?.text
      operation = discrepancy.operation?.text
      reference = discrepancy.providerReference
      account = discrepancy.account?.rawValue
      shop = discrepancy.shop
      ferry = discrepancy.ferry
      ledger = discrepancy.ledger
      provider = discrepancy.provider
      since = discrepancy.since?.iso8601
      ageHours = discrepancy.since.map { max(0, now.since($0).components.seconds) / 3600 }
      self.meaning = meaning
      self.remedy = remedy
    }
  }

  /// A checkout that the provider could not be asked about.
  public struct Unanswered: Codable, Hashable, Sendable {
    public var checkout: String
    public var reason: String

    public init(checkout: String, reason: String) {
      self.checkout = checkout
      self.reason = reason
    }
  }

  /// The provider's answer when it was asked again.
  public struct Repair: Codable, Hashable, Sendable {
    public var checkout: String
    public var result: String

    public init(checkout: String, result: String) {
      self.checkout = checkout
      self.result = result
    }
  }

  public init(
    agrees: Bool, complete: Bool, account: ProviderAccountID, shop: String?, comparedAt: String, since: String,
    until: String, compared: Compared, discrepancies: [Entry], unanswered: [Unanswered], unreadable: [String],
    repairs: [Repair]?, notCompared: [String: Int]
  ) {
    self.agrees = agrees
    self.complete = complete
    provider = account.provider
    self.account = account.account
    mode = account.mode
    self.shop = shop
    self.comparedAt = comparedAt
    self.since = since
    self.until = until
    self.compared = compared
    self.discrepancies = discrepancies
    self.unanswered = unanswered
    self.unreadable = unreadable
    self.repairs = repairs
    self.notCompared = notCompared
  }
}

// MARK: The last report of each account

extension ReconciliationReport {
  private static let prefix = "reconciliation-"

  /// Writes the report in place of the account's earlier one.
  /// - Parameter folder: The folder of the database.
  /// - Throws: The system's error if it cannot be written; the earlier one stays then.
  public func write(to folder: String) throws {
    let name = [Self.prefix + provider.text, account.text, mode.rawValue].joined(separator: "-") + ".json"
    try JSONEncoder().encode(self).write(to: URL(filePath: folder).appending(path: name), options: .atomic)
  }

  /// The last report of each account, in the order of their files' names. Files that are none are left out.
  /// - Parameter unreadable: Called with the path of each file that exists and cannot be read, such as one of another user.
  public static func last(
    in folder: String, unreadable: (_ path: String) -> Void = { _ in }
  ) -> [ReconciliationReport] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted().compactMap { name in
      let file = URL(filePath: folder).appending(path: name)
      guard let data = try? Data(contentsOf: file) else {
        unreadable(file.path)
        return nil
      }
      return try? JSONDecoder().decode(ReconciliationReport.self, from: data)
    }
  }
}
