import Crypto
import FerryCore

/// A solution provider's leave to act for a merchant: a JSON Web Token signed by HMAC with SHA-256 (RFC 7519, RFC 7515), as
/// Amazon's are. It is made of the token of the first API that it was changed from, so that nothing has to be kept of it, and
/// it ends with that.
struct DelegationToken: Hashable {
  let merchantID: String
  let providerID: String
  let mwsAuthToken: String

  var text: String {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT"]
    let claims: JSONValue = ["sub": .string(merchantID), "aud": .string(providerID)]
    let content = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
    let key = SymmetricKey(data: SHA256.hash(data: Array("\(mwsAuthToken)\n\(merchantID)\n\(providerID)".utf8)))
    let signature = HMAC<SHA256>.authenticationCode(for: Array(content.utf8), using: key)
    return content + "." + Base64URL.encode(signature)
  }
}

extension AmazonPayMerchant {
  /// The tokens by which this merchant lets a solution provider act.
  func delegationTokens(of providerID: String) -> [DelegationToken] {
    mwsAuthTokens.filter { $0.value == providerID }.map {
      DelegationToken(merchantID: id, providerID: providerID, mwsAuthToken: $0.key)
    }
  }
}
