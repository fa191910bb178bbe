import FerryCore

/// What the way back carries: nothing without the app's verifier, or the shop's secret key.
struct ReturnCode: Sendable {
  /// Its name in the address of a shop's checkout page.
  static let field = "ferry_code"

  let text: String

  init(_ randomness: any Randomness) { text = randomness.token(bytes: 24) }

  /// One by which the buyer agrees to a revision of the review.
  init(_ secret: ReturnCode, agreeingTo revision: Int) {
    text = AppReturnLink.code(secret.text, agreeingTo: revision)
  }

  /// One that a link has carried here.
  init(_ link: AppReturnLink) { text = link.code }

  /// What is kept of it.
  var digest: String { TextDigest.sha256(text) }
}
