public import FerryCore
public import FerryHTTP

/// A solution provider's permission to act for a merchant ("Delegated authorization", Amazon Pay documentation). It
/// prints as "redacted".
public struct AuthorizationToken: Hashable, Sendable, LenientCodable, AmazonPayObject, Redacted {
  /// The value for `AmazonPayAccount.authToken`.
  public internal(set) var authorizationToken = ""
  public internal(set) var additional: [String: UntypedJSON] = [:]

  /// The answer does not repeat the token.
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .getAuthorizationToken }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&authorizationToken, "authorizationToken")
  }
}
