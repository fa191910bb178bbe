/// What a person decides about a checkout that is held or overdue.
public enum Resolution: String, Codable, Hashable, Sendable, CaseIterable {
  /// The payment stands as the provider has it; what is only authorized is captured first, if it was to be.
  case accept
  /// No money of this checkout shall be kept.
  case reject
  /// Ask the provider again and go by its answer.
  case ask
  /// Stop waiting for what is overdue: its outcome counts as unknown, and a person decides. Only for a checkout that is
  /// overdue and not held.
  case hold
}

/// The body of `POST /v1/checkouts/{id}/resolve`.
public struct ResolveCheckoutBody: Codable, Hashable, Sendable {
  public var decision: Resolution

  public init(decision: Resolution) { self.decision = decision }
}
