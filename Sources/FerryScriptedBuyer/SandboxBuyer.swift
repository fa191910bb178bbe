import FerryCore
import Foundation

/// A buyer at any provider's sandbox: its control API in place of their taps.
struct SandboxBuyer: Sendable {
  let browser: BuyerBrowser
  /// Where the sandbox answers, its control API open.
  let sandbox: String

  /// A page of the provider that was opened.
  struct Page: Decodable, Sendable {
    enum Place: String, Decodable, Sendable {
      case select
      case change
      case pay
    }

    let page: String
    let place: Place
    /// Where the selection or the payment leads back to.
    let returnURL: String?
    let cancelURL: String?
    /// What is to be changed, by the provider's name.
    let change: String?
  }

  /// Opens the page that a next action leads to.
  func open(_ step: StartStep) async throws -> Page {
    let nextAction = try JSONSerialization.jsonObject(with: Data(step.nextAction))
    return try JSONDecoder().decode(Page.self, from: Data(await control("/control/pages", ["nextAction": nextAction])))
  }

  /// Acts as the buyer.
  /// - Parameters:
  ///   - act: select, approve, decline, cancel or leave.
  ///   - details: further selections, by the provider's names.
  func act(_ page: String, _ act: String, details: [String: String] = [:]) async throws {
    _ = try await control("/control/buyer", ["page": page, "act": act, "details": details])
  }

  private func control(_ path: String, _ body: [String: Any]) async throws -> [UInt8] {
    let bytes = Array(try JSONSerialization.data(withJSONObject: body))
    let answer = try await browser.post(sandbox + path, json: bytes)
    guard (200...299).contains(answer.status) else {
      let message = try? StartStep.object(answer.body)?["message"] as? String
      throw Unexpected("The sandbox answered \(path.prefix(30)) with \(answer.status): \(message ?? "")")
    }
    return answer.body
  }
}
