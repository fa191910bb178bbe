/// What iOS does to an app that a link opens, in order.
public enum DeliveryStep: Hashable, Sendable, Codable {
  /// The process ends; nobody is told.
  case end
  /// The process starts, with a link in its launch options or without.
  case launch(Entry?, url: String?)
  /// The app's window comes up.
  case window
  case hand(Entry, url: String)

  /// The way in which iOS hands an app a link.
  public enum Entry: String, Hashable, Sendable, Codable {
    /// A universal link, to a scene that runs.
    case userActivity = "user-activity"
    /// A link of a custom scheme, to a scene that runs.
    case urlContext = "url-context"
    /// Either, with the scene's connection.
    case connectionOptions = "connection-options"
  }
}

extension LinkRules.Delivery {
  /// The steps that hand a link to an app.
  public func steps(url: String, appRuns: Bool) -> [DeliveryStep] {
    let entry: DeliveryStep.Entry = Address(url)?.isOfTheWeb == true ? .userActivity : .urlContext
    let end: [DeliveryStep] = appRuns ? [.end] : []
    switch self {
    case .running, .twice:
      let times = self == .twice ? 2 : 1
      guard appRuns else {
        return [.launch(.connectionOptions, url: url), .window]
          + Array(repeating: .hand(entry, url: url), count: times - 1)
      }
      return Array(repeating: .hand(entry, url: url), count: times)
    case .cold: return end + [.launch(.connectionOptions, url: url), .window]
    case .beforeWindow: return end + [.launch(nil, url: nil), .hand(entry, url: url), .window]
    }
  }
}
