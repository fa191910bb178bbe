import FerryCore

/// What a link back into the app carries: nothing without the verifier.
struct ReturnCode: Sendable {
  let text: String

  init(_ randomness: any Randomness) { text = randomness.token(bytes: 24) }

  /// One by which the buyer agrees to a revision of the review.
  init(_ secret: ReturnCode, agreeingTo revision: Int) {
    text = ReturnLink.code(secret.text, agreeingTo: revision)
  }

  /// What is kept of it.
  var digest: String { TextDigest.sha256(text) }
}
