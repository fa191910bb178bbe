/// Where a link leads, and the rule that says so, in words.
public struct LinkDecision: Hashable, Sendable, Codable, CustomStringConvertible {
  public var outcome: Outcome
  /// "tap, other host, path matches".
  public var reason: String

  public init(_ outcome: Outcome, _ reason: String) {
    self.outcome = outcome
    self.reason = reason
  }

  public enum Outcome: Hashable, Sendable, Codable {
    /// The browser loads it.
    case stays
    /// Nobody loads it: "cannot open the page".
    case fails
    case opens(app: String)
    case asks(app: String)
  }

  public var description: String {
    switch outcome {
    case .stays: "\(reason): stays in the browser"
    case .fails: "\(reason): cannot be opened"
    case .opens(let app): "\(reason): to the app \(app)"
    case .asks(let app): "\(reason): asks before opening \(app)"
    }
  }
}
