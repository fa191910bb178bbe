/// The answer to `GET /v1/providers`: the providers' accounts that the caller's checkouts can be paid with, and what a shop
/// shows for each.
public struct ProviderListBody: Codable, Hashable, Sendable {
  public var providers: [ProviderBody]

  public init(providers: [ProviderBody]) { self.providers = providers }
}

/// One account at a payment provider.
public struct ProviderBody: Codable, Hashable, Sendable {
  public enum Journey: String, ClosedValue, Sendable {
    /// The buyer selects address and payment method at the provider, reviews the order in the shop, then pays.
    case selectThenPay = "select-then-pay"
    /// The buyer reviews the order in the shop, then pays.
    case pay
  }

  /// The provider's id, such as "amazon-pay": `provider` of a new checkout.
  public var id: String
  /// The merchant's name of the account: "main" unless the settings give another.
  public var account: String
  public var mode: Mode
  /// The provider's name for buyers: "Amazon Pay".
  public var name: String
  public var journey: Journey
  /// The text of a plain button, by language: "Pay with Amazon Pay" under "en".
  public var label: [String: String]
  /// The provider's own button. If it is missing, a shop shows a plain button with the label.
  public var button: ProviderButtonBody?

  public init(
    id: String, account: String, mode: Mode, name: String, journey: Journey, label: [String: String],
    button: ProviderButtonBody?
  ) {
    self.id = id
    self.account = account
    self.mode = mode
    self.name = name
    self.journey = journey
    self.label = label
    self.button = button
  }
}

/// A provider's button. Both forms of it may be there: a page with scripts draws `script`, a web view of an app shows `image`.
public struct ProviderButtonBody: Codable, Hashable, Sendable {
  /// The address of an image of the button. The query `language` selects its language.
  public var image: String?
  public var script: ProviderButtonScriptBody?

  public init(image: String?, script: ProviderButtonScriptBody?) {
    self.image = image
    self.script = script
  }
}

/// A button that the provider's script draws: load `source`, then call `function` with `arguments`.
public struct ProviderButtonScriptBody: Codable, Hashable, Sendable {
  /// A text in the arguments that the page replaces by a value of its own.
  public enum Placeholder {
    /// The CSS selector of the element that the button is drawn in.
    public static let container = "{container}"
    /// The price of the cart as a decimal: "1200", "12.00".
    public static let amount = "{amount}"
    /// The currency of the cart in ISO 4217.
    public static let currency = "{currency}"
  }

  /// The address of the provider's script.
  public var source: String
  /// The function as a path from the global object: `["provider", "renderButton"]`.
  public var function: [String]
  /// A list of the arguments in JSON, by language. See `Placeholder`.
  public var arguments: [String: String]
  /// The method of the returned object that takes a handler of clicks. If it is missing, clicks on the element count.
  public var onClick: String?
  /// The sources that the page's Content Security Policy has to allow.
  public var policy: PageSourcesBody

  public init(
    source: String, function: [String], arguments: [String: String], onClick: String?, policy: PageSourcesBody
  ) {
    self.source = source
    self.function = function
    self.arguments = arguments
    self.onClick = onClick
    self.policy = policy
  }
}

/// Sources of a Content Security Policy, such as "https://static.provider.example" and "https://*.provider.example".
public struct PageSourcesBody: Codable, Hashable, Sendable {
  /// Sites whose scripts run.
  public var scripts: [String]
  /// Sites that the scripts call.
  public var connections: [String]
  public var images: [String]
  public var styles: [String]
  public var frames: [String]
  /// True if the script writes style attributes into the page.
  public var needsInlineStyles: Bool

  public init(
    scripts: [String] = [], connections: [String] = [], images: [String] = [], styles: [String] = [],
    frames: [String] = [], needsInlineStyles: Bool = false
  ) {
    self.scripts = scripts
    self.connections = connections
    self.images = images
    self.styles = styles
    self.frames = frames
    self.needsInlineStyles = needsInlineStyles
  }
}
