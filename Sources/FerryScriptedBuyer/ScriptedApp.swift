public import FerryCore

/// An app without a person: a verifier that it keeps, the shop's backend behind it, a secure browser beside it with a jar of
/// its own, and a buyer at the sandbox. Goes through the whole redirect as an app on a device does.
public struct ScriptedApp: Sendable {
  public struct Target: Sendable {
    /// Where Ferry answers, without a slash at the end.
    public var ferry: String
    /// Where the sandbox answers, its control API open.
    public var sandbox: String
    public var secretKey: Secret<String>
    /// The registered app.
    public var app: String
    /// Its link host, without a slash at the end.
    public var linkHost: String
    public var review: ReviewPlace

    public init(
      ferry: String, sandbox: String, secretKey: Secret<String>, app: String, linkHost: String,
      review: ReviewPlace = .app
    ) {
      self.ferry = ferry
      self.sandbox = sandbox
      self.secretKey = secretKey
      self.app = app
      self.linkHost = linkHost
      self.review = review
    }
  }

  public let target: Target
  public let verifier: Verifier
  /// The secure browser. Another one is `ScriptedApp.init(_:browser:)`.
  public let browser: BuyerBrowser
  let transport: any ScriptedTransport
  let buyer: SandboxBuyer

  /// - Parameter verifier: The app's own; a new one unless given.
  public init(
    _ target: Target, transport: any ScriptedTransport, verifier: Verifier = Verifier(SystemRandomness())
  ) {
    self.target = target
    self.transport = transport
    self.verifier = verifier
    browser = BuyerBrowser(transport)
    buyer = SandboxBuyer(browser: browser, sandbox: target.sandbox)
  }

  /// The same app with another secure browser, such as one whose cookies were cleared.
  public init(_ other: ScriptedApp, browser: BuyerBrowser) {
    target = other.target
    transport = other.transport
    verifier = other.verifier
    self.browser = browser
    buyer = SandboxBuyer(browser: browser, sandbox: target.sandbox)
  }

  /// What a call came to: a checkout, or why not.
  public enum Outcome: Sendable {
    case checkout(AppCheckoutBody)
    case problem(Problem)

    public var checkout: AppCheckoutBody {
      get throws {
        switch self {
        case .checkout(let body): return body
        case .problem(let problem): throw Unexpected("\(problem.statusCode): \(problem.detail)")
        }
      }
    }

    public var problem: Problem? {
      if case .problem(let problem) = self { problem } else { nil }
    }
  }
}
