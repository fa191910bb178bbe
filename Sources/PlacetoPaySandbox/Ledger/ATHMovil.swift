import FerryCore

/// ATH Móvil of Puerto Rico: the buyer confirms in an app. The payer's phone number decides about the result ("ATH Móvil" in
/// the Gateway documentation's test data).
enum ATHMovil {
  enum Outcome: Hashable, Sendable {
    case decided(Status)
    /// Pending until a person decides in the console.
    case pending
    /// Pending until the session expires, and then rejected.
    case unconfirmed
  }

  /// - Parameter mobile: With or without the country's code; nil for a payer without one.
  static func outcome(_ mobile: String?) -> Outcome {
    let number = String((mobile ?? "").filter { ("0"..."9").contains($0) }.suffix(10))
    guard number.hasPrefix("9391111") else { return .decided(.approved) }
    switch number.suffix(3) {
    case "111": return .unconfirmed
    case "112": return .decided(.cancelledInApp)
    case "113", "117", "119", "169", "178", "190": return .decided(.exception)
    case "118", "120": return .pending
    default: return .decided(.approved)
    }
  }
}
