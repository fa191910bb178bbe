/// The switches of the phone: link behaviour that differs between iOS versions and circumstances.
public struct LinkRules: Hashable, Sendable, Codable {
  /// The condition for a redirect to a universal link to open the app.
  public var redirect: RedirectRule
  /// The phone's copy of the association file.
  public var association: AssociationState
  /// The buyer's answer to the prompt before an app opens.
  public var prompt: PromptAnswer
  /// The app that gets a link of a scheme that two apps claim.
  public var schemeOwner: SchemeOwner
  /// True if the phone also asks about a tapped link of a custom scheme. It always asks about a link that a script opens.
  public var asksForTappedScheme: Bool
  /// True if the buyer once preferred this host's website to its app. Its links then stay in the browser.
  public var prefersWebsite: Bool
  /// The way a link reaches the app.
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

  /// A missing field gets its default value.
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
    /// The file that the link host serves now.
    case current
    /// The file was missing when the app was installed.
    case missing
    /// An old file with other paths.
    case stale
  }

  public enum PromptAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    case accepts
    case refuses
    /// The prompt waits for the person at the window, or for a command.
    case waits
  }

  public enum SchemeOwner: String, Hashable, Sendable, Codable, CaseIterable {
    case app
    case thief
  }

  public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
    /// To the running app.
    case running
    /// To an app that is not running: the link is part of its launch.
    case cold
    case twice
    /// To a launched app that has no window yet.
    case beforeWindow = "before-window"
  }

  /// A redirect within this time after a tap can open an app.
  public static let tapLasts: Duration = .seconds(10)
}

/// A step of iOS when a link opens an app.
public enum DeliveryStep: Hashable, Sendable, Codable {
  /// The process ends without a notice to the app.
  case end
  /// The process starts. `url` is the link in its launch options, if any.
  case launch(Entry?, url: String?)
  /// The app's window appears.
  case window
  case hand(Entry, url: String)

  /// The way iOS hands a link to an app.
  public enum Entry: String, Hashable, Sendable, Codable {
    /// A universal link to a running scene.
    case userActivity = "user-activity"
    /// A link of a custom scheme to a running scene.
    case urlContext = "url-context"
    /// Either kind of link, in the options of the scene's connection.
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
