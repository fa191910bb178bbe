public import FerryCore
import Foundation

/// An app with a scripted buyer: a verifier, the shop's backend, a secure browser with its own cookies, and a buyer at the
/// sandbox. It runs a whole checkout as an app on a device does.
public struct ScriptedApp: Sendable {
  public let target: ScriptedCheckout.Target
  /// The app's id at Ferry.
  let app: String
  /// The app's link host, without a slash at the end.
  let linkHost: String
  let review: ReviewPlace
  public let verifier: Verifier
  /// The secure browser. Another one is `ScriptedApp.init(_:browser:)`.
  public private(set) var browser: ScriptedBrowser
  package let api: ScriptedAPI

  /// - Parameters:
  ///   - app: The app's id at Ferry.
  ///   - linkHost: The app's link host, without a slash at the end.
  ///   - verifier: The app's own; a new one unless given.
  public init(
    _ target: ScriptedCheckout.Target, app: String, linkHost: String, review: ReviewPlace = .app,
    transport: any ShopTransport, verifier: Verifier = Verifier(SystemRandomness())
  ) {
    self.target = target
    self.app = app
    self.linkHost = linkHost
    self.review = review
    api = ScriptedAPI(server: target.ferry, secretKey: target.secretKey, transport: transport)
    self.verifier = verifier
    browser = ScriptedBrowser(transport)
  }

  /// The same app with another secure browser, such as one whose cookies were cleared.
  public init(_ other: ScriptedApp, browser: ScriptedBrowser) {
    self = other
    self.browser = browser
  }

  var buyer: SandboxBuyer { SandboxBuyer(browser: browser, sandbox: target.sandbox) }

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

    public var problem: Problem? { if case .problem(let problem) = self { problem } else { nil } }
  }
}

// MARK: Calls of the app

extension ScriptedApp {
  public func read(_ handoff: CheckoutHandoff, isVerified: Bool = true) async throws -> AppCheckoutBody {
    try await call("GET", handoff, nil, String?.none, isVerified ? verifier : nil).checkout
  }

  /// Reads again and again until a condition holds, for a minute at most.
  public func read(
    _ handoff: CheckoutHandoff, _ time: any Timekeeper, until isReached: (AppCheckoutBody) -> Bool
  ) async throws -> AppCheckoutBody {
    for _ in 1...120 {
      let body = try await read(handoff)
      if isReached(body) { return body }
      try await time.sleep(for: .milliseconds(500))
    }
    throw Unexpected("The checkout does not get where it should.")
  }

  /// - Parameter verifier: The app's own unless given.
  public func claim(
    _ handoff: CheckoutHandoff, _ link: AppReturnLink, verifier: Verifier? = nil
  ) async throws -> Outcome {
    try await call("POST", handoff, "claim", ClaimBody(code: link.code), verifier ?? self.verifier)
  }

  public func confirm(_ handoff: CheckoutHandoff, _ agreed: ConfirmCheckoutBody) async throws -> Outcome {
    try await call("POST", handoff, "confirm", agreed, verifier)
  }

  package func call(
    _ method: String, _ handoff: CheckoutHandoff, _ action: String?, _ body: (some Encodable)?, _ verifier: Verifier?
  ) async throws -> Outcome {
    let path = "/v1/app/checkouts/\(handoff.checkout)" + (action.map { "/\($0)" } ?? "")
    var headers = [(name: "authorization", value: "Bearer \(handoff.clientToken ?? "")")]
    if let verifier { headers.append((name: Verifier.fieldName, value: verifier.text)) }
    let answer = try await api.transport.call(method, target.ferry + path, body, headers: headers)
    if answer.isSuccess { return .checkout(try JSONDecoder().decode(AppCheckoutBody.self, from: Data(answer.body))) }
    return .problem(try JSONDecoder().decode(Problem.self, from: Data(answer.body)))
  }
}

// MARK: Calls of the shop's backend

extension ScriptedApp {
  /// Creates the checkout, and hands it to the app.
  /// - Parameters:
  ///   - key: The idempotency key; the reference unless given.
  ///   - challenge: The verifier's unless given.
  public func create(
    _ reference: String, key: String? = nil, challenge: Challenge? = nil
  ) async throws -> CheckoutHandoff {
    let checkout = try await api.create(
      target.purchase, reference, key: key,
      app: AppBody(id: app, challenge: challenge ?? verifier.challenge, review: review))
    guard let handoff = checkout.app else { throw Unexpected("The creation hands nothing over.") }
    return handoff
  }
}
