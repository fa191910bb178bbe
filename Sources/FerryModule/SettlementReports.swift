public import FerryCheckout
public import FerryCore
public import FerryHTTP

/// The settlement reports of an account.
public protocol SettlementReports: Sendable {
  /// The part of a charge's id that its refunds and disputes have too. Transactions in reports are grouped by it.
  func group(ofCharge id: String) -> String

  /// Reads a report as it was downloaded.
  /// - Throws: `CSVProblem`.
  func read(_ file: [UInt8]) throws(CSVProblem) -> SettlementReport

  /// Fetches the reports of a time.
  /// - Throws: `ProviderProblem`.
  func fetch(_ window: Range<Moment>, _ connection: ProviderConnection) async throws(ProviderProblem)
    -> [SettlementReport]
}

/// The money that a provider's report says has moved. A transaction is in a report once it is settled, which can be days
/// after it was made: a transaction that is missing in a report proves nothing.
public struct SettlementReport: Hashable, Sendable {
  /// Captures, refunds and chargebacks, in the order of the report.
  public let transactions: [ProviderTransaction]
  /// The number of lines of each other type, such as transfers. They are not in our ledger.
  public let others: [String: Int]

  public init(transactions: [ProviderTransaction], others: [String: Int]) {
    self.transactions = transactions
    self.others = others
  }
}

/// A provider's part asks its provider with these means, outside the engine.
public struct ProviderConnection: Sendable {
  public let transport: any ProviderTransport
  public let time: any Timekeeper
  public let randomness: any Randomness

  public init(transport: any ProviderTransport, time: any Timekeeper, randomness: any Randomness) {
    self.transport = transport
    self.time = time
    self.randomness = randomness
  }
}

/// Why a provider's part could not do its work, and what to do about it, in a sentence or two.
public struct ProviderProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
