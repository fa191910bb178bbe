public import FerryCheckout
public import FerryCore
public import FerryHTTP

/// The findings that every provider's examination makes.
extension Finding {
  /// Compares the answer's date with the time between request and answer, to the second.
  /// - Parameters:
  ///   - asked: The time of the request.
  ///   - provider: The owner of the other clock: "PlacetoPay".
  ///   - change: The remedy.
  ///   - isRefused: True if the provider refuses requests of a clock that is off.
  public static func clock(
    _ subject: String, _ answer: ProviderAnswer, asked: Moment, of provider: String, _ change: String, isRefused: Bool
  ) -> Finding {
    guard let date = answer.date else {
      return .note(.clock, subject, "The answer has no date to compare this machine's clock with.")
    }
    let difference = (date < asked ? date.since(asked) : max(.zero, date.since(answer.receivedAt))).components.seconds
    let seen = "This machine's clock is \(abs(difference)) s \(difference < 0 ? "ahead of" : "behind") \(provider)'s."
    switch abs(difference) {
    case 0...5: return .ok(.clock, subject, "This machine's clock agrees with \(provider)'s.")
    case 6...60: return .warning(.clock, subject, seen, change)
    default: return isRefused ? .error(.clock, subject, seen, change) : .warning(.clock, subject, seen, change)
    }
  }
}

extension ProviderAccountID {
  /// The account as findings name it: "test account", "norway, live account".
  public var subject: String { "\(account == .main ? "" : "\(account), ")\(mode.rawValue) account" }
}
