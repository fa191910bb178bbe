/// What is not the same on all phones, or changes with version and circumstances: the switches of the phone.
public struct LinkRules: Hashable, Sendable, Codable {
  /// Whether a redirect to a universal link opens the app.
  public var redirect: RedirectRule
  /// What the phone holds of the association file.
  public var association: AssociationState
  /// What the buyer answers when the phone asks whether to open an app.
  public var prompt: PromptAnswer
  /// Which app gets a link of a scheme that two apps claim.
  public var schemeOwner: SchemeOwner
  /// Whether a tapped link of a custom scheme asks as well. One that a script opens always does.
  public var asksForTappedScheme: Bool
  /// The buyer once chose this host's website over its app: its links stay in the browser.
  public var prefersWebsite: Bool
  /// How a link reaches the app.
  public var delivery: Delivery

  public init(
    redirect: RedirectRule = .never, association: AssociationState = .current, prompt: PromptAnswer = .accepts,
    schemeOwner: SchemeOwner = .app, asksForTappedScheme: Bool = true, prefersWebsite: Bool = false,
    delivery: Delivery = .running
  ) {
    self.redirect = redirect
    self.association = association
    self.prompt = prompt
    self.schemeOwner = schemeOwner
    self.asksForTappedScheme = asksForTappedScheme
    self.prefersWebsite = prefersWebsite
    self.delivery = delivery
  }

  /// What is left out keeps its usual value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let usual = LinkRules()
    redirect = try container.decodeIfPresent(RedirectRule.self, forKey: .redirect) ?? usual.redirect
    association = try container.decodeIfPresent(AssociationState.self, forKey: .association) ?? usual.association
    prompt = try container.decodeIfPresent(PromptAnswer.self, forKey: .prompt) ?? usual.prompt
    schemeOwner = try container.decodeIfPresent(SchemeOwner.self, forKey: .schemeOwner) ?? usual.schemeOwner
    asksForTappedScheme =
      try container.decodeIfPresent(Bool.self, forKey: .asksForTappedScheme) ?? usual.asksForTappedScheme
    prefersWebsite = try container.decodeIfPresent(Bool.self, forKey: .prefersWebsite) ?? usual.prefersWebsite
    delivery = try container.decodeIfPresent(Delivery.self, forKey: .delivery) ?? usual.delivery
  }

  public enum RedirectRule: String, Hashable, Sendable, Codable, CaseIterable {
    case never
    case afterTap = "after-tap"
    case always
  }

  public enum AssociationState: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the link host serves it now.
    case current
    /// Not there when the app was installed.
    case missing
    /// Of an earlier day, when it named other paths.
    case stale
  }

  public enum PromptAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    case accepts
    case refuses
    /// Nobody answers by itself: the person before the window, or a command.
    case waits
  }

  public enum SchemeOwner: String, Hashable, Sendable, Codable, CaseIterable {
    case app
    case thief
  }

  public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
    /// To the app, which runs.
    case running
    /// To an app that had been ended: with its launch.
    case cold
    case twice
    /// To an app that has been launched and has no window yet.
    case beforeWindow = "before-window"
  }

  /// A tap opens links for this long.
  public static let tapLasts: Duration = .seconds(10)
}

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
