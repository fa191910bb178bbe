import Crypto
import FerryCore
import FerrySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The `auth` object of a request ("Authentication" in the Checkout documentation): the digest of nonce, seed and secret
/// key, made for one request.
struct Authentication {
  let login: String
  let tranKey: String
  /// As the request has it, in Base64.
  let nonce: String
  let seed: String
  private let rawNonce: [UInt8]
  private let seededAt: Moment

  /// The largest difference between the seed and the sandbox's clock, in both directions.
  static let tolerance = Duration.seconds(300)

  /// - Throws: 100 if something is missing, 107 if the nonce is not Base64 or the seed is no date-time with a zone.
  init(_ body: JSONValue?) throws(APIRefusal) {
    guard let body else { throw .malformedAuthentication }
    guard let auth = body["auth"]?.unlessNull else { throw .authentication(100) }
    func member(_ name: String) throws(APIRefusal) -> String {
      guard let text = auth[name]?.text, !text.isEmpty else { throw .malformedAuthentication }
      return text
    }
    login = try member("login")
    tranKey = try member("tranKey")
    nonce = try member("nonce")
    seed = try member("seed")
    // PHP writes an empty map as an empty array.
    if let additional = auth["additional"]?.unlessNull, additional.members == nil, additional != [] {
      throw .malformedAuthentication
    }
    guard nonce.count <= 255, let raw = Data(base64Encoded: nonce), !raw.isEmpty, let moment = Timestamp.moment(seed)
    else { throw .authentication(107) }
    rawNonce = Array(raw)
    seededAt = moment
  }

  /// - Parameter now: By the true clock.
  /// - Throws: 101 to 106, in the order login, state of the site, age, digest. PlacetoPay does not document the order.
  func check(_ site: Site, _ flags: SiteFlags, at now: Moment) throws(APIRefusal) {
    guard login == site.login else { throw .authentication(101) }
    if let code = flags.state.code { throw .authentication(code) }
    guard abs(seededAt.since(now).wholeMilliseconds) <= Self.tolerance.wholeMilliseconds else {
      throw .authentication(103)
    }
    let isSHA256 = equalInConstantTime(tranKey, digest(SHA256.self, nonce: rawNonce, seed: seed, site.secret))
    let isSHA1 =
      flags.isLegacy
      && equalInConstantTime(tranKey, digest(Insecure.SHA1.self, nonce: rawNonce, seed: seed, site.secret))
    guard isSHA256 || isSHA1 else { throw .authentication(102) }
  }

  private func digest<Hash: HashFunction>(
    _: Hash.Type, nonce: [UInt8], seed: String, _ secret: Secret<String>
  ) -> String {
    Data(Hash.hash(data: nonce + Array((seed + secret.reveal()).utf8))).base64EncodedString()
  }
}

// MARK: Mistakes

extension SigningFinding {
  static let encodedNonce = SigningFinding(
    "encoded-nonce-hashed", "The nonce was hashed in Base64; hash the raw nonce, and send its Base64.")
  static let hexadecimalDigest = SigningFinding(
    "hexadecimal-digest-encoded", "The hexadecimal text of the hash was encoded; encode its 32 bytes.")
  static let legacyDigest = SigningFinding("sha-1", "SHA-1 was used; the site expects SHA-256.")
  static let rewrittenSeed = SigningFinding(
    "seed-rewritten", "The seed was written in another form after hashing. Send the text that was hashed.")
}

extension Authentication {
  /// The parts that should have been hashed, without the secret key, and the known mistakes that explain the digest.
  func trace(_ site: Site) -> SigningTrace {
    let secret = site.secret
    let hex = Hexadecimal.text(SHA256.hash(data: rawNonce + Array((seed + secret.reveal()).utf8)))
    let seeds = [seededAt.iso8601, Timestamp.text(seededAt), seededAt.iso8601.dropLast() + "+00:00"]
    var findings: [SigningFinding] = []
    if tranKey == digest(SHA256.self, nonce: Array(nonce.utf8), seed: seed, secret) { findings.append(.encodedNonce) }
    if tranKey == Data(hex.utf8).base64EncodedString() { findings.append(.hexadecimalDigest) }
    if tranKey == digest(Insecure.SHA1.self, nonce: rawNonce, seed: seed, secret) { findings.append(.legacyDigest) }
    if seeds.contains(where: { tranKey == digest(SHA256.self, nonce: rawNonce, seed: $0, secret) }) {
      findings.append(.rewrittenSeed)
    }
    return SigningTrace(
      canonicalRequest: "nonce, decoded from Base64, in hexadecimal: \(Hexadecimal.text(rawNonce))\nseed: \(seed)",
      stringToSign: "Base64(SHA-256(decoded nonce + seed + secret key))", signature: tranKey, findings: findings)
  }
}
