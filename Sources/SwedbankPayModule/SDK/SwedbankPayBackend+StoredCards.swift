import Crypto
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import Foundation
import HTTPTypes
import SwedbankPay

/// Stored payment methods. Apps see them only if the setting `sdkTokens` allows it. A payer is never believed from the app:
/// the list is that of the payer whom the shop's backend named in the checkout. Tokens stay here, and apps get a digest.
extension SwedbankPayBackend {
  /// The payer's list, or one of its cards, of a checkout that a code names.
  func storedCards(_ request: SDKRequest) throws(SDKRefusal) -> SDKTask {
    guard provider.options.sdkTokens else { throw .unauthorized }
    guard let place = StoredCardPath(request.path) else { throw .notFound }
    guard request.method == (place.card == nil ? .get : .patch) else {
      throw .wrongMethod(allowed: place.card == nil ? [.get, .head] : [.patch])
    }
    if place.card != nil { _ = try SDKBodies.read(request.body, as: SDKDeletionBody.self) }
    guard let code = request.code else { throw .unauthorized }
    return .bind(code: code)
  }

  /// - Parameter place: Has to name the checkout's own payer.
  func answer(
    _ place: StoredCardPath, of checkout: SDKCheckout, _ request: SDKRequest
  ) async throws -> SDKAnswer {
    guard !checkout.checkout.phase.isFinal,
      let payer = try? checkout.checkout.options(as: PaymentOptions.self)?.payerReference, payer == place.payer
    else { throw SDKRefusal.unauthorized }
    let cards = try await cards(of: payer)
    guard let name = place.card else { return Self.json(list(cards, of: payer, request.backend)) }
    guard let card = cards.first(where: { Self.name($0) == name }) else {
      throw SDKProblems.answer(.notFound, 404, "Not found", "The payer has no stored card of this name.")
    }
    let comment = try SDKBodies.read(request.body, as: SDKDeletionBody.self).comment
    let call: SwedbankPayCall
    do throws(InvalidField) {
      call = try .deleteToken(card, comment: comment.isEmpty ? "Deleted by the payer" : comment)
    } catch {
      throw SDKProblems.answer(.forbidden, 403, "Not possible now", error.explanation)
    }
    _ = try await send(call)
    // The SDKs read an object, but need nothing of it.
    return Self.json([:])
  }

  /// The payment methods that the payer pays with again.
  private func cards(of payer: String) async throws -> [PayerTokens.Token] {
    let call = try SwedbankPayCall.getTokens(payerReference: payer)
    let answer = try await send(call)
    guard let tokens: PayerTokens = try? call.read(httpStatus: answer.status.code, body: answer.body) else {
      throw SDKProblems.unusable(answer.status.code)
    }
    return tokens.tokens.filter { $0.kind == .known(.payment) }
  }

  /// The name of a token for apps.
  private static func name(_ card: PayerTokens.Token) -> String {
    Base64URL.encode(SHA256.hash(data: Array(card.token.reveal().utf8)))
  }

  /// The older form of the list, which the SDKs read. Operations are left out, because their addresses hold tokens.
  private func list(_ cards: [PayerTokens.Token], of payer: String, _ backend: Link) -> [String: UntypedJSON] {
    let address = backend.text + StoredCardPath.text(payer)
    let entries = cards.map { card -> UntypedJSON in
      let name = Self.name(card)
      var entry: [String: UntypedJSON] = [
        "paymentToken": .string(name), "mobileSDK": .object(["delete": .string("\(address)/\(name)")]),
        // The SDKs read texts only.
        "instrumentParameters": .object(card.instrumentParameters.filter { $0.value.string != nil }),
      ]
      entry["instrument"] = card.instrument.map { .string($0.text) }
      entry["instrumentDisplayName"] = card.displayName.map { .string($0) }
      return .object(entry)
    }
    return [
      "payerOwnedPaymentTokens": .object([
        "id": .string(address), "payerReference": .string(payer), "paymentTokens": .array(entries),
      ])
    ]
  }

  /// The kinds of payment methods that a payment has stored.
  func storedKinds(_ checkout: SDKCheckout) async throws -> SDKAnswer {
    let (order, _, _) = try await read(checkout, expanding: [.paid], version: .v3_1)
    var kinds: [String: UntypedJSON] = [:]
    for token in order.nodes.paid?.tokens ?? [] { kinds[token.kind.text] = .bool(true) }
    guard !kinds.isEmpty else {
      throw SDKProblems.answer(.notFound, 404, "Not found", "The payment has stored no payment method.")
    }
    return Self.json(kinds)
  }
}

/// "payers/REFERENCE/paymentTokens", and a stored card below it.
struct StoredCardPath {
  let payer: String
  let card: String?

  static let folder = "payers/"

  init?(_ path: String) {
    guard let parts = path.wholeMatch(of: /payers\/([^\/]*)\/paymentTokens(?:\/([^\/]*))?/),
      let payer = String(parts.1).removingPercentEncoding
    else { return nil }
    self.payer = payer
    card = parts.2.map(String.init)
  }

  /// The path of a payer's list.
  static func text(_ payer: String) -> String { folder + PercentEncoding.encode(payer) + "/paymentTokens" }
}

/// The body of the deletion of a stored card: `{"state":"Deleted","comment":"…"}`.
struct SDKDeletionBody: Decodable {
  let comment: String

  private enum State: String, Decodable { case deleted = "Deleted" }

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    _ = try object.required("state", as: State.self)
    comment = String(try object.required("comment", as: String.self).prefix(256))
  }
}
