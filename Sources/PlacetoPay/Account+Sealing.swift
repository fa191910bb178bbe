import Crypto
public import FerryCore
public import FerryHTTP
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PlacetoPayAccount {
  /// Adds login and signature to a call, and the buyer's address and browser if it needs them.
  /// - Parameters:
  ///   - buyer: The address and browser of the person who pays, for `createSession` and `collect`. A longer browser
  ///     name is cut to 255 characters.
  ///   - now: The time of the signature by PlacetoPay's clock, which tolerates 5 minutes.
  ///   - nonce: Fresh random bytes; 16 are enough.
  /// - Throws: `InvalidField` for a buyer who is missing or malformed, and for content that is not a JSON object.
  public func seal(
    _ call: PlacetoPayCall, buyer: BuyerFacts? = nil, at now: Moment, nonce: [UInt8]
  ) throws(InvalidField) -> SealedRequest {
    guard var members = try? [String: UntypedJSON](json: call.content) else {
      throw InvalidField("", "The content is not a JSON object.")
    }
    let auth = RequestSignature(seed: PlacetoPayTime.text(now), nonce: nonce, secretKey)
    members["auth"] = [
      "login": .string(login), "tranKey": .string(auth.tranKey), "nonce": .string(auth.nonce),
      "seed": .string(auth.seed),
    ]
    if call.operation.needsBuyer {
      guard let address = buyer?.ipAddress else { throw InvalidField("/ipAddress", "Send the payer's IP address.") }
      try FieldRules.length(address, 2...46, "/ipAddress")
      try FieldRules.ipAddress(address, "/ipAddress")
      guard let browser = buyer?.userAgent, !browser.isEmpty else {
        throw InvalidField("/userAgent", "Send the User-Agent header of the payer's browser.")
      }
      members["ipAddress"] = .string(address)
      members["userAgent"] = .string(browser.cut(255))
    }
    return SealedRequest(request(path: call.path), body: stableJSON(members))
  }

  private func request(path: String) -> HTTPRequest {
    let base = baseURL.dropFirst(origin.text.count)
    var request = HTTPRequest(
      method: .post, scheme: origin.scheme, authority: origin.authority, path: base + path)
    request.headerFields[.accept] = "application/json"
    // Without it PlacetoPay does not read the body, and answers that the authentication is malformed.
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.userAgent] = "ferry/0.1 (Swift)"
    return request
  }
}

/// The `auth` object of a request without its login ("Authentication", PlacetoPay documentation).
public struct RequestSignature: Hashable, Sendable, Redacted {
  /// SHA-256 of nonce, seed and secret, in Base64.
  public let tranKey: String
  /// The nonce's bytes in Base64. The digest is over the bytes themselves, not over this text.
  public let nonce: String
  /// The time of the request, exactly as hashed.
  public let seed: String

  public init(seed: String, nonce: [UInt8], _ secretKey: Secret<String>) {
    var hash = SHA256()
    hash.update(data: nonce)
    hash.update(data: Array(seed.utf8))
    hash.update(data: Array(secretKey.reveal().utf8))
    self.tranKey = Data(hash.finalize()).base64EncodedString()
    self.nonce = Data(nonce).base64EncodedString()
    self.seed = seed
  }
}
