import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting

/// The contract of every store, as checks. Each check needs an empty, running store of its own.
enum StoreContract {
  typealias Check = ContractCheck<any Store>

  static let start = SampleAttempt.start
  static let account = SampleAttempt.account
  static let liveAccount = ProviderAccountID(provider: SampleAttempt.provider, mode: .live)

  static let checks: [Check] =
    opening + updating + due + reading + searching + money + inbox + webhooks + operatorSessions
}

/// One sentence of a contract.
/// - Parameter Subject: What the contract is about.
struct ContractCheck<Subject: Sendable>: Sendable, CustomStringConvertible {
  let description: String
  private let body: @Sendable (Subject) async throws -> Void

  init(_ sentence: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
    description = sentence
    self.body = body
  }

  /// - Throws: `ContractViolation`; what the subject throws.
  func run(_ subject: Subject) async throws { try await body(subject) }
}

/// A sentence about a violation of the store's contract.
struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: `ContractViolation` if two values differ.
func requireEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws(ContractViolation) {
  guard value == expected else { throw ContractViolation("\(what): expected \(expected), got \(value).") }
}

/// - Throws: `ContractViolation` unless the work throws this error.
func requireError<Failure: Error & Equatable>(
  _ expected: Failure, _ what: String, _ work: () async throws -> Void
) async throws(ContractViolation) {
  do { try await work() } catch {
    guard error as? Failure == expected else {
      throw ContractViolation("\(what): expected the error \(expected), got \(error).")
    }
    return
  }
  throw ContractViolation("\(what): expected the error \(expected), and there was none.")
}

/// - Throws: `ContractViolation` unless the work throws `StoreError.inconsistent`.
func requireInconsistent(_ what: String, _ work: () async throws -> Void) async throws(ContractViolation) {
  do { try await work() } catch StoreError.inconsistent { return } catch {
    throw ContractViolation("\(what): expected it to be called inconsistent, got \(error).")
  }
  throw ContractViolation("\(what): expected it to be refused, and it was not.")
}

extension LedgerEntry {
  /// Yen that were captured, or move otherwise.
  static func sample(
    _ id: String, yen: Int64 = 4400, kind: Kind = .capture, from credit: Account = .sales,
    to debit: Account = .receivable
  ) -> LedgerEntry {
    LedgerEntry(kind: kind, externalID: id, debit: debit, credit: credit, amount: .yen(yen))
  }
}

extension Change {
  static func remarks(_ remarks: String...) -> Change {
    var change = Change()
    change.log = remarks.map { LogEntry(at: SampleAttempt.start, .remark($0)) }
    return change
  }
}
