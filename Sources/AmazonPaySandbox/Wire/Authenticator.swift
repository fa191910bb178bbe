import Crypto
import FerryCore
import FerrySandbox
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Authenticator: Sendable {
  struct Holder: Sendable {
    let merchant: Merchant
    let key: VerificationKey
  }

  let holders: [String: Holder]
  private let merchants: [String: Merchant]
  private let rules: Rules

  /// - Throws: `SandboxConfigurationError` with the ids of keys that are no public keys, or repeated.
  init(_ merchants: [Merchant], _ rules: Rules) throws(SandboxConfigurationError) {
    var holders: [String: Holder] = [:]
    var problems: [SandboxConfigurationError.Problem] = []
    var merchantIDs: Set<String> = []
    for merchant in merchants {
      if !merchantIDs.insert(merchant.id).inserted { problems.append(.repeated(merchant.id)) }
      for (id, pem) in merchant.publicKeys.sorted(by: { $0.key < $1.key }) {
        do throws(PublicKeyProblem) {
          let holder = Holder(merchant: merchant, key: try VerificationKey(pem: pem))
          if holders.updateValue(holder, forKey: id) != nil { problems.append(.repeated(id)) }
        } catch {
          problems.append(.publicKey(id: id, error))
        }
      }
    }
    guard problems.isEmpty else { throw SandboxConfigurationError(problems: problems) }
    self.holders = holders
    self.merchants = Dictionary(merchants.map { ($0.id, $0) }) { _, last in last }
    self.rules = rules
  }

  /// The headers that every official client signs.
  static let leastSignedHeaders = ["accept", "content-type", "x-amz-pay-date", "x-amz-pay-host", "x-amz-pay-region"]

  /// - Parameters:
  ///   - environment: Of the path.
  ///   - now: The true time, not the ledger's.
  func owner(
    of request: HTTPRequest, body: [UInt8], environment: AccountEnvironment?, at now: Moment
  ) throws(APIRefusal) -> Owner {
    let headers = request.headerFields
    for name in Self.leastSignedHeaders {
      guard let value = headers.amazonPay(name) else { throw .missingHeader(name) }
      guard !value.isEmpty else { throw APIRefusal(400, "MissingHeaderValue", "The header \(name) has no value.") }
    }
    guard let value = headers.amazonPay("authorization") else { throw .missingHeader("authorization") }
    guard let authorization = AuthorizationHeader(value) else {
      throw .invalidAuthentication("The authorization header cannot be read.")
    }
    try checkDate(headers.amazonPay("x-amz-pay-date") ?? "", at: now)
    guard let region = MerchantRegion(header: headers.amazonPay("x-amz-pay-region") ?? "") else {
      throw .invalidHeader("The value provided for x-amz-pay-region is not a region.")
    }
    guard let holder = holders[authorization.publicKeyID] else {
      throw .invalidAuthentication("The public key id is not known.")
    }
    let signed = Set(authorization.signedHeaders.map { $0.lowercased() })
    for name in Self.leastSignedHeaders where !signed.contains(name) {
      throw .invalidAuthentication("The header \(name) must be signed.")
    }
    try verify(request, body, authorization, holder.key)
    return try owner(holder.merchant, authorization.publicKeyID, environment, region)
  }

  private func checkDate(_ text: String, at now: Moment) throws(APIRefusal) {
    guard let date = AmazonTimestamp.moment(text) else {
      throw .invalidHeader("The value provided for x-amz-pay-date must look like 20250102T030405Z.")
    }
    guard date <= now + rules.futureTolerance else {
      throw .invalidHeader("The value \(text) provided for x-amz-pay-date should not be in future")
    }
    guard date >= now - rules.pastTolerance else {
      throw .invalidHeader("The value \(text) provided for x-amz-pay-date is too far in the past")
    }
  }

  private func verify(
    _ request: HTTPRequest, _ body: [UInt8], _ authorization: AuthorizationHeader, _ key: VerificationKey
  ) throws(APIRefusal) {
    // The clients encode queries differently, and not every one signs what it sends.
    let texts = [CanonicalRequest.Query.normalised, .sorted].map { query in
      let canonical = self.canonical(request, authorization, body: body, query: query)
      return authorization.algorithm.stringToSign(hash: canonical.hash)
    }
    guard texts.contains(where: { key.verifies(authorization.signature, of: $0, authorization.algorithm) }) else {
      throw .invalidSignature(
        "Unable to verify signature, signing String [\(texts[0])] , signature [\(authorization.signatureText)]")
    }
  }

  private func owner(
    _ merchant: Merchant, _ keyID: String, _ environment: AccountEnvironment?, _ region: MerchantRegion
  ) throws(APIRefusal) -> Owner {
    let ofKey = AccountEnvironment(publicKeyID: keyID)
    guard let decided = ofKey ?? environment else {
      throw APIRefusal(
        400, "InvalidRequest", "A public key id without prefix needs /sandbox or /live at the start of the path.")
    }
    guard environment == nil || environment == decided else {
      throw .invalidSignature("The public key does not belong to the environment of the path.")
    }
    guard region == merchant.region else {
      throw .invalidSignature("The public key does not belong to the region \(region.rawValue).")
    }
    return Owner(merchantID: merchant.id, environment: decided)
  }
}

extension Authenticator {
  /// The merchant that delegates to the caller; nil without a token.
  /// - Throws: 403 for a token that no merchant has given this caller.
  func delegator(to caller: Owner, by token: String?) throws(APIRefusal) -> Owner? {
    guard let token else { return nil }
    let known = merchants.values.flatMap { $0.delegationTokens(of: caller.merchantID) }
    guard let match = known.first(where: { equalInConstantTime($0.text, token) }) else {
      throw APIRefusal(
        403, "InvalidAuthorizationToken", "The value provided for x-amz-pay-authtoken is no token for this account.")
    }
    return Owner(merchantID: match.merchantID, environment: caller.environment)
  }

  /// - Throws: 403 for an operation that the account is not enabled for.
  func check(_ caller: Owner, may operation: APIOperation) throws(APIRefusal) {
    guard operation != .updateCharge || merchants[caller.merchantID]?.isPaymentServiceProvider == true else {
      throw APIRefusal(403, "UnauthorizedAccess", "Only payment service providers may update charges.")
    }
  }

  /// A button's payload has another signature. The values are those of Amazon's error page.
  struct InvalidButtonSignature: Error, Hashable {
    let expected: String
    let signature: String
    let merchantID: String
  }

  /// Verifies the signature of a button's payload.
  /// - Parameter algorithm: As sent by the page; if absent, the one with a salt of 20 bytes.
  func owner(
    ofPayload payload: String, signature: String, publicKeyID: String, algorithm: String?, merchantID: String,
    sandbox: Bool
  ) throws(InvalidButtonSignature) -> Owner {
    let named = algorithm.flatMap { $0.isEmpty ? nil : $0 } ?? SignatureAlgorithm.version1.rawValue
    let hash = Array(SHA256.hash(data: Array(payload.utf8)))
    let known = SignatureAlgorithm(rawValue: named)
    let expected = (known ?? .version1).stringToSign(hash: hash)
    guard let known, let holder = holders[publicKeyID], holder.merchant.id == merchantID,
      let bytes = Data(base64Encoded: signature), holder.key.verifies(Array(bytes), of: expected, known)
    else { throw InvalidButtonSignature(expected: expected, signature: signature, merchantID: merchantID) }
    let environment = AccountEnvironment(publicKeyID: publicKeyID) ?? (sandbox ? .sandbox : .live)
    return Owner(merchantID: merchantID, environment: environment)
  }
}

extension HTTPFields {
  /// A header's value by its name as text, repetitions joined by commas; nil where it is absent.
  func amazonPay(_ name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}

/// A solution provider's permission to act for a merchant: a JSON Web Token signed by HMAC with SHA-256 (RFC 7519, RFC 7515),
/// like Amazon's. It is derived from a token of the first API, so it need not be stored, and it becomes invalid with that
/// token.
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

extension Merchant {
  func delegationTokens(of providerID: String) -> [DelegationToken] {
    mwsAuthTokens.filter { $0.value == providerID }.map {
      DelegationToken(merchantID: id, providerID: providerID, mwsAuthToken: $0.key)
    }
  }
}
