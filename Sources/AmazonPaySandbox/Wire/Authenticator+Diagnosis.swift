import Crypto
import FerrySandbox
import HTTPTypes

extension Authenticator {
  /// The most that is logged of a refused request, in characters.
  private static let traceLimit = 16_384

  /// The text that a request with a refused signature should have signed, and the known mistakes that explain the
  /// signature. Nil for a request without one.
  func trace(_ request: HTTPRequest, body: [UInt8]) -> SigningTrace? {
    guard let value = request.headerFields.amazonPay("authorization"), let authorization = AuthorizationHeader(value),
      let holder = holders[authorization.publicKeyID]
    else { return nil }
    let canonical = self.canonical(request, authorization, body: body)
    let text = authorization.algorithm.stringToSign(hash: canonical.hash)
    return SigningTrace(
      canonicalRequest: String(Self.withoutTokens(canonical.text).prefix(Self.traceLimit)), stringToSign: text,
      signature: String(authorization.signatureText.prefix(1024)),
      findings: findings(request, body, authorization, holder.key, text))
  }

  func canonical(
    _ request: HTTPRequest, _ authorization: AuthorizationHeader, target: String? = nil, names: [String]? = nil,
    body: [UInt8], query: CanonicalRequest.Query = .normalised, collapsesSpaces: Bool = true
  ) -> CanonicalRequest {
    CanonicalRequest(
      method: request.method.rawValue, target: target ?? request.path ?? "/",
      signedHeaders: names ?? authorization.signedHeaders, value: { request.headerFields.amazonPay($0) }, body: body,
      query: query, collapsesSpaces: collapsesSpaces)
  }

  private func findings(
    _ request: HTTPRequest, _ body: [UInt8], _ authorization: AuthorizationHeader, _ key: VerificationKey,
    _ text: String
  ) -> [SigningFinding] {
    let algorithm = authorization.algorithm
    let signature = authorization.signature
    var findings: [SigningFinding] = []
    let digest = Array(SHA256.hash(data: Array(text.utf8)))
    if key.verifies(signature, of: digest, saltLength: algorithm == .version1 ? 32 : 20) {
      findings.append(.otherSaltLength)
    }
    let other = algorithm == .version1 ? SignatureAlgorithm.version2 : .version1
    let renamed = other.rawValue + text.dropFirst(algorithm.rawValue.count)
    if key.verifies(signature, of: renamed, other) { findings.append(.otherAlgorithmName) }
    for (id, holder) in holders.sorted(by: { $0.key < $1.key }).prefix(16)
    where id != authorization.publicKeyID && holder.key.verifies(signature, of: text, algorithm) {
      findings.append(.otherKey(id))
    }
    guard findings.isEmpty else { return findings }
    for (finding, canonical) in variants(request, body, authorization) {
      if key.verifies(signature, of: algorithm.stringToSign(hash: canonical.hash), algorithm) {
        findings.append(finding)
      }
    }
    return findings
  }

  /// The request as it would be signed with one known mistake.
  private func variants(
    _ request: HTTPRequest, _ body: [UInt8], _ authorization: AuthorizationHeader
  ) -> [(SigningFinding, CanonicalRequest)] {
    let path = String(request.pathWithoutQuery)
    let query = request.queryText.isEmpty ? "" : "?" + request.queryText
    var variants: [(SigningFinding, CanonicalRequest)] = []
    func add(_ finding: SigningFinding, _ canonical: CanonicalRequest) { variants.append((finding, canonical)) }
    func add(_ finding: SigningFinding, target: String) {
      add(finding, canonical(request, authorization, target: target, body: body))
    }
    if !body.isEmpty {
      add(.bodyNotHashed, canonical(request, authorization, body: []))
      let sent = String(decoding: body, as: UTF8.self)
      for changed in [sent.replacing("\\/", with: "/"), sent.replacing("/", with: "\\/")] where changed != sent {
        add(.slashesReencoded, canonical(request, authorization, body: Array(changed.utf8)))
      }
    }
    add(.spacesNotCollapsed, canonical(request, authorization, body: body, collapsesSpaces: false))
    if !query.isEmpty {
      add(.queryLeftOut, target: path)
      add(.queryNotSorted, canonical(request, authorization, body: body, query: .unsorted))
    }
    let bare = ["/sandbox/", "/live/"].first { path.hasPrefix($0) }.map { "/" + path.dropFirst($0.count) }
    for other in bare.map({ [$0] }) ?? ["/sandbox" + path, "/live" + path] {
      add(.otherEnvironmentInPath, target: other + query)
    }
    add(.otherSlashAtEnd, target: (path.hasSuffix("/") ? String(path.dropLast()) : path + "/") + query)
    add(.lineFeedAtEnd, CanonicalRequest(text: canonical(request, authorization, body: body).text + "\n"))
    let lowered = authorization.signedHeaders.map { $0.lowercased() }
    if lowered != authorization.signedHeaders {
      add(.otherCaseOfNames, canonical(request, authorization, names: lowered, body: body))
    }
    return variants
  }

  /// Delegated tokens are secrets of the merchant and the delegate, and the token of a buyer in a path leads to their data.
  private static func withoutTokens(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let name = ["x-amz-pay-authtoken:", "/buyers/", "/authorizationTokens/"].lazy
        .compactMap { line.firstRange(of: $0) }.first
      return name.map { "\(line[..<$0.upperBound])\(Redaction.mark)" } ?? String(line)
    }.joined(separator: "\n")
  }
}

extension SigningFinding {
  static let otherSaltLength = SigningFinding(
    "otherSaltLength",
    "The signature has the other salt length. AMZN-PAY-RSASSA-PSS goes with 20 bytes, AMZN-PAY-RSASSA-PSS-V2 with 32.")
  static let otherAlgorithmName = SigningFinding(
    "otherAlgorithmName",
    "The string to sign began with the other algorithm's name than the Authorization header.")
  static let bodyNotHashed = SigningFinding(
    "bodyNotHashed", "The body was signed as if it were empty. Bodies of DELETE are hashed too.")
  static let slashesReencoded = SigningFinding(
    "slashesReencoded",
    "The JSON was encoded again between signing and sending: slashes differ. Sign the bytes that are sent.")
  static let spacesNotCollapsed = SigningFinding(
    "spacesNotCollapsed", "A header's value was signed with spaces in a row; they count as one.")
  static let queryLeftOut = SigningFinding("queryLeftOut", "The query was not signed.")
  static let queryNotSorted = SigningFinding(
    "queryNotSorted", "The query was not sorted by its names before signing.")
  static let otherEnvironmentInPath = SigningFinding(
    "otherEnvironmentInPath",
    "The path was signed with another environment than it was sent with. A prefixed key id goes without /sandbox.")
  static let otherSlashAtEnd = SigningFinding(
    "otherSlashAtEnd", "The path was signed with a slash at its end and sent without one, or the reverse.")
  static let lineFeedAtEnd = SigningFinding(
    "lineFeedAtEnd", "The canonical request was hashed with a line feed at its end.")
  static let otherCaseOfNames = SigningFinding(
    "otherCaseOfNames", "The names of the signed headers were signed in lower case and sent otherwise.")

  /// It was signed with the private key that belongs to another public key id.
  static func otherKey(_ id: String) -> SigningFinding {
    SigningFinding("otherKey", "It was signed with the private key that belongs to \(id).", detail: id)
  }
}
