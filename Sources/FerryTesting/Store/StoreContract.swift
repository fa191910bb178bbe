public import FerryEngine

/// What every store does, as checks that run against any. Each wants a store of its own, empty and running.
public enum StoreContract {
  /// One sentence of the contract.
  public struct Check: Sendable, CustomStringConvertible {
    public let description: String
    private let body: @Sendable (any Store) async throws -> Void

    init(_ sentence: String, _ body: @escaping @Sendable (any Store) async throws -> Void) {
      description = sentence
      self.body = body
    }

    /// - Throws: `ContractViolation`; what the store throws.
    public func run(_ store: any Store) async throws { try await body(store) }
  }

  public static let checks: [Check] = opening + updating + due + reading + money + inbox + webhooks
}

/// What a store did otherwise than its contract says, in a sentence.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// - Throws: `ContractViolation` when two values differ.
func requireEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws(ContractViolation) {
  guard value == expected else { throw ContractViolation("\(what): expected \(expected), got \(value).") }
}

/// - Throws: `ContractViolation` when the work does not throw this error.
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

/// - Throws: `ContractViolation` when the work does not throw `StoreError.inconsistent`.
func requireInconsistent(
  _ what: String, _ work: () async throws -> Void
) async throws(ContractViolation) {
  do { try await work() } catch StoreError.inconsistent { return } catch {
    throw ContractViolation("\(what): expected it to be called inconsistent, got \(error).")
  }
  throw ContractViolation("\(what): expected it to be refused, and it was not.")
}
