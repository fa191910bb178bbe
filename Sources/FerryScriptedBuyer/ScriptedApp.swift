public import FerryCore
import Foundation

/// An app with a scripted buyer: a verifier, the shop's backend, a secure browser with its own cookies, and a buyer at the
/// sandbox. It runs a whole checkout as an app on a device does.
public struct ScriptedApp: Sendable {
  public struct Target: Sendable {
    /// Ferry's base address, without a slash at the end.
    public var ferry: String
    /// The sandbox's base address. Its control API is open.
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

  /// The server's answer to a call.
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

// MARK: Calls of the app

extension ScriptedApp {
  /// - Parameter isVerified: If true, the verifier is sent.
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

  public func begin(_ handoff: CheckoutHandoff) async throws -> Outcome {
    try await call("POST", handoff, "begin", String?.none, verifier)
  }

  /// - Parameter verifier: The app's own unless given.
  public func claim(
    _ handoff: CheckoutHandoff, _ link: AppReturnLink, verifier: Verifier? = nil
  ) async throws -> Outcome {
    try await call("POST", handoff, "claim", ClaimBody(code: link.code), verifier ?? self.verifier)
  }

  public func change(_ handoff: CheckoutHandoff, _ what: ChangeKind) async throws -> Outcome {
    try await call("POST", handoff, "change", ChangeCheckoutBody(what: what), verifier)
  }

  public func keep(_ handoff: CheckoutHandoff) async throws -> Outcome {
    try await call("POST", handoff, "keep", String?.none, verifier)
  }

  public func confirm(_ handoff: CheckoutHandoff, _ agreed: ConfirmCheckoutBody) async throws -> Outcome {
    try await call("POST", handoff, "confirm", agreed, verifier)
  }

  public func cancel(_ handoff: CheckoutHandoff) async throws -> Outcome {
    try await call("POST", handoff, "cancel", String?.none, verifier)
  }

  private func call(
    _ method: String, _ handoff: CheckoutHandoff, _ action: String?, _ body: (some Encodable)?, _ verifier: Verifier?
  ) async throws -> Outcome {
    let path = "/v1/app/checkouts/\(handoff.checkout)" + (action.map { "/\($0)" } ?? "")
    var headers = [(name: "authorization", value: "Bearer \(handoff.clientToken ?? "")")]
    if let verifier { headers.append((name: Verifier.fieldName, value: verifier.text)) }
    let answer = try await send(method, path, body, headers)
    if (200...202).contains(answer.status) {
      return .checkout(try JSONDecoder().decode(AppCheckoutBody.self, from: Data(answer.body)))
    }
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
    let body = CreateCheckoutBody(
      orderReference: reference, kind: .app, provider: "amazon-pay", language: .japanese, order: ScriptedCheckout.order,
      app: AppBody(id: target.app, challenge: challenge ?? verifier.challenge, review: target.review))
    let checkout = try await shop(
      "POST", "/v1/checkouts", body, headers: [(name: "idempotency-key", value: key ?? reference)])
    guard let handoff = checkout.app else { throw Unexpected("The creation hands nothing over.") }
    return handoff
  }

  /// Reads the checkout as the shop's backend does.
  public func shopReads(_ handoff: CheckoutHandoff) async throws -> CheckoutBody {
    try await shop("GET", "/v1/checkouts/\(handoff.checkout)", String?.none)
  }

  /// The shop's backend has the step opened that comes next.
  public func shopBegins(_ handoff: CheckoutHandoff) async throws -> CheckoutBody {
    try await shop("POST", "/v1/checkouts/\(handoff.checkout)/begin", String?.none)
  }

  /// The shop's backend confirms for the page's session that owns the checkout.
  public func shopConfirms(_ handoff: CheckoutHandoff, _ agreed: ConfirmCheckoutBody) async throws -> CheckoutBody {
    try await shop("POST", "/v1/checkouts/\(handoff.checkout)/confirm", agreed)
  }

  public func shopChanges(_ handoff: CheckoutHandoff, _ what: ChangeKind) async throws -> CheckoutBody {
    try await shop("POST", "/v1/checkouts/\(handoff.checkout)/change", ChangeCheckoutBody(what: what))
  }

  private func shop(
    _ method: String, _ path: String, _ body: (some Encodable)?, headers: [(name: String, value: String)] = []
  ) async throws -> CheckoutBody {
    let key = (name: "authorization", value: "Bearer \(target.secretKey.reveal())")
    let answer = try await send(method, path, body, headers + [key])
    guard (200...202).contains(answer.status) else {
      let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body))
      throw Unexpected("The shop's backend was answered with \(answer.status): \(problem?.detail ?? "")")
    }
    return try JSONDecoder().decode(CheckoutBody.self, from: Data(answer.body))
  }

  private func send(
    _ method: String, _ path: String, _ body: (some Encodable)?, _ headers: [(name: String, value: String)]
  ) async throws -> ScriptedAnswer {
    var headers = headers
    if body != nil { headers.append((name: "content-type", value: "application/json")) }
    let bytes = try body.map { Array(try JSONEncoder().encode($0)) } ?? (method == "POST" ? [] : nil)
    return try await transport.send(ScriptedRequest(method, target.ferry + path, headers: headers, body: bytes))
  }
}
