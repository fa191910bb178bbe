import FerryCore
import Foundation

/// A buyer at the Amazon Pay sandbox: its control API in place of his taps.
struct SandboxBuyer: Sendable {
  let browser: BuyerBrowser
  /// Where the sandbox answers, its control API open.
  let sandbox: String

  /// What the provider's script does with the arguments that the start page's answer gives it.
  /// - Returns: The session that opens, and where it sends the buyer back to.
  func press(_ step: StartStep) async throws -> (session: String, returnURL: String, cancelURL: String?) {
    guard let options = step.arguments.first, var button = options["createCheckoutSessionConfig"] as? [String: Any]
    else { throw Unexpected("The start page's step is not a call of the provider's script.") }
    for name in ["merchantId", "sandbox", "productType", "checkoutLanguage"] { button[name] = options[name] }
    let answer = try await control("/control/checkoutSessions", button)
    guard let id = answer["checkoutSessionId"] as? String,
      let payload = try (button["payloadJSON"] as? String).flatMap({ try StartStep.object(Array($0.utf8)) }),
      let details = payload["webCheckoutDetails"] as? [String: Any],
      let returnURL = details["checkoutReviewReturnUrl"] as? String
    else { throw Unexpected("The sandbox opened no session.") }
    return (id, returnURL, details["checkoutCancelUrl"] as? String)
  }

  /// Does one thing at the provider.
  /// - Parameter action: One of the control API's.
  func act(_ session: String, _ action: String, card: String? = nil, address: String? = nil) async throws {
    var body: [String: Any] = ["action": action]
    if let card { body["card"] = card }
    if let address { body["address"] = address }
    _ = try await control("/control/checkoutSessions/\(session)/buyer", body)
  }

  private func control(_ path: String, _ body: [String: Any]) async throws -> [String: Any] {
    let bytes = Array(try JSONSerialization.data(withJSONObject: body))
    let answer = try await browser.post(sandbox + path, json: bytes)
    guard (200...299).contains(answer.status), let object = try StartStep.object(answer.body) else {
      throw Unexpected("The sandbox answered \(path.prefix(30)) with \(answer.status).")
    }
    return object
  }
}
