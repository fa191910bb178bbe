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
