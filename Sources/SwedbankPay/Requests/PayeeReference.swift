public import FerryHTTP

/// The merchant's reference of one operation: a new payment order, a capture, a cancellation or a reversal. Swedbank Pay
/// refuses a reference that was used for any of them, so that no operation happens twice. Take a new one for each, and
/// store it before sending ("payeeReference", Swedbank Pay documentation).
public struct PayeeReference: Hashable, Sendable {
  /// The form of references, which follows from the merchant's contract.
  public enum Format: String, Codable, Hashable, Sendable, CaseIterable {
    /// Option A, Swedbank Pay settles: 1 to 30 letters and digits.
    case alphanumeric
    /// Option B, the merchant settles and the reference goes to the acquirer: 1 to 12 digits.
    case digits

    public var maximumLength: Int {
      switch self {
      case .alphanumeric: 30
      case .digits: 12
      }
    }
  }

  public let text: String

  /// - Throws: `InvalidField` for a text that does not have the format.
  public init(_ text: String, _ format: Format = .alphanumeric) throws(InvalidField) {
    switch format {
    case .alphanumeric:
      guard text.matches("[A-Za-z0-9]{1,30}") else {
        throw InvalidField("/payeeReference", "Write 1 to 30 letters and digits.")
      }
    case .digits:
      guard text.matches("[0-9]{1,12}") else { throw InvalidField("/payeeReference", "Write 1 to 12 digits.") }
    }
    self.text = text
  }
}

extension PayeeReference: Encodable {
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension PayeeReference: CustomStringConvertible {
  public var description: String { text }
}
