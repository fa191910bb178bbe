import FerryCore

/// What an app calls `/v1/app` with. It opens one checkout, and of that the phase alone.
struct ClientToken: Sendable {
  let text: String

  init(_ randomness: any Randomness) { text = "ct_" + randomness.token(bytes: 32) }

  /// What is kept of it.
  var digest: String { TextDigest.sha256(text) }
}
