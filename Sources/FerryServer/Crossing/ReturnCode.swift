import FerryCore

/// What a link back into the app carries: nothing without the verifier.
struct ReturnCode: Sendable {
  let text: String

  init(_ randomness: any Randomness) { text = randomness.token(bytes: 24) }

  /// What is kept of it.
  var digest: String { TextDigest.sha256(text) }
}
