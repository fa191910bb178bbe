@_spi(Phone) internal import Ferry
internal import FerryCore
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shop's own backend, as its native app calls it.
@MainActor struct ShopBackend {
  let http: HTTPClient
  let server: String
  let language: Language

  private struct Line: Encodable {
    var sku: String
    var quantity: Int
  }
  private struct Order: Encodable {
    /// The cart's id.
    var order: String
    var lines: [Line]
    var language: Language
    var challenge: Challenge
  }

  /// The shop's refusal, in its words.
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameters:
  ///   - cart: The same in every attempt to pay for it.
  ///   - key: New for every attempt, the same when the call is repeated.
  /// - Throws: `CreationUnknown` when no answer came.
  func create(_ cart: String, key: String, _ challenge: Challenge) async throws -> CheckoutHandoff {
    let order = Order(
      order: cart, lines: [Line(sku: "fire-hd8", quantity: 1)], language: language, challenge: challenge)
    let body = Array(try JSONEncoder().encode(order))
    let answer: HTTPClient.Answer
    do {
      answer = try await http.send(
        "POST", "\(server)/app/\(AppProcess.appID)/checkouts",
        headers: [("content-type", "application/json"), ("idempotency-key", key)], body: body)
    } catch is WebKitFailure {
      throw CreationUnknown()
    }
    guard (200..<300).contains(answer.status) else {
      throw Refused(description: "\(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    }
    return try JSONDecoder().decode(CheckoutHandoff.self, from: Data(answer.body))
  }
}
