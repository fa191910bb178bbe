import FerryCheckout
import FerryCore
public import FerryEngine

/// The contract of every store, as checks. Each check needs an empty, running store of its own.
public enum StoreContract {
  public typealias Check = ContractCheck<any Store>

  static let start = SampleAttempt.start
  static let account = SampleAttempt.account
  static let liveAccount = ProviderAccountID(provider: SampleAttempt.provider, mode: .live)

  public static let checks: [Check] =
    opening + updating + due + reading + searching + finding + money + inbox + webhooks + operatorSessions + reports
}

/// One sentence of a contract.
/// - Parameter Subject: What the contract is about.
public struct ContractCheck<Subject: Sendable>: Sendable, CustomStringConvertible {
  public let description: String
  private let body: @Sendable (Subject) async throws -> Void

  init(_ sentence: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
    description = sentence
    self.body = body
  }

  /// - Throws: `ContractViolation`; what the subject throws.
  public func run(_ subject: Subject) async throws { try await body(subject) }
}

/// A sentence about a violation of the store's contract.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
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
