import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Metrics

/// An app that calls about its checkout: known by its client token, and trusted by its verifier.
struct AppCaller: Sendable {
  let file: CheckoutFile
  /// The verifier is the one that the checkout's challenge was made of.
  let isVerified: Bool

  /// - Throws: `ProblemResponse` 401, the same one for an unknown checkout, an unknown token, and one of another checkout.
  init(_ headers: HTTPFields, _ id: String?, _ service: any CheckoutService) async throws {
    guard let token = headers.bearer, let id = id.flatMap(CheckoutID.init(untrusted:)),
      let file = try await service.file(id), let app = file.checkout.app,
      file.roundTrips.knows(clientToken: TextDigest.sha256(token)), !Self.isOver(file.checkout, at: service.time.now)
    else { throw Self.refusal }
    self.file = file
    let verifiers = headers[values: .ferryVerifier]
    isVerified = verifiers.count == 1 && Verifier(text: verifiers[0]).map { app.challenge.isMet(by: $0) } ?? false
    if !verifiers.isEmpty, !isVerified { Counter(label: "ferry_wrong_verifiers_total").increment() }
  }

  /// - Throws: `Problem` 403 without the checkout's verifier.
  func requireVerifier() throws(Problem) {
    guard isVerified else {
      throw Problem(.forbidden, "Send the checkout's verifier: \"Ferry-Verifier\" and its text. Nothing has changed.")
    }
  }

  /// Thirty days after a checkout that has ended could have been paid at the latest, its tokens open nothing.
  private static func isOver(_ checkout: Checkout, at now: Moment) -> Bool {
    checkout.phase.isFinal && checkout.expiresAt + .seconds(30 * 86_400) <= now
  }

  private static let refusal = ProblemResponse(
    Problem(.unauthorized, "Send the client token of this checkout: \"Authorization: Bearer\" and the token."),
    headers: [.wwwAuthenticate: "Bearer"])
}

extension HTTPField.Name {
  /// `Ferry-Verifier`: the secret that a checkout's challenge was made of.
  static let ferryVerifier: HTTPField.Name = {
    guard let name = HTTPField.Name(Verifier.fieldName) else { preconditionFailure("Not a field name.") }
    return name
  }()
}
