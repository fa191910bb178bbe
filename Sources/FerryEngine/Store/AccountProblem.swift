public import FerryCheckout
public import FerryCore

/// A problem that a person must fix in an account's settings, or in the account at the provider. Timelines have it.
public struct AccountProblem: Hashable, Sendable {
  public var account: ProviderAccountID
  /// The checkout whose timeline has the latest entry.
  public var checkout: CheckoutID
  /// The time of the latest entry.
  public var at: Moment
  /// The text of the latest entry.
  public var text: String
  /// The number of entries in the time that was asked for. It stops at `mostEntries`.
  public var entries: Int

  public init(account: ProviderAccountID, checkout: CheckoutID, at: Moment, text: String, entries: Int = 1) {
    self.account = account
    self.checkout = checkout
    self.at = at
    self.text = text
    self.entries = entries
  }

  /// Problems are shown for this long.
  public static let shown = Duration.seconds(86_400)

  package static let mostEntries = 500

  /// Counts single entries.
  /// - Parameter entries: The latest first.
  /// - Returns: One for each account, the latest first.
  package static func latest(_ entries: [AccountProblem]) -> [AccountProblem] {
    var problems: [AccountProblem] = []
    for entry in entries {
      if let index = problems.firstIndex(where: { $0.account == entry.account }) {
        problems[index].entries += 1
      } else {
        problems.append(entry)
      }
    }
    return problems
  }
}

// MARK: The stored form

extension AccountProblem {
  /// The condition of entries of the table `log`, which an index has.
  package static let condition = #"log.body LIKE '%"what":{"misconfigured":%'"#

  /// The columns that `init(_:)` reads, of the tables `log` and `checkouts`.
  package static let columns = "provider, account, mode, log.checkout, log.body, log.at"

  /// Nil for an entry that cannot be read.
  package init?(_ row: some StoredRow) {
    guard let account = try? ProviderAccountID(row), let entry: LogEntry = try? row.json(4) else { return nil }
    self.init(of: account, checkout: CheckoutID(row.text(3)), entry: entry)
  }

  /// Nil for any other entry.
  package init?(of account: ProviderAccountID, checkout: CheckoutID, entry: LogEntry) {
    guard case .misconfigured(let text) = entry.what else { return nil }
    self.init(account: account, checkout: checkout, at: entry.at, text: text)
  }
}
