public import FerryCore

/// A solution provider's permission to act for a merchant ("Delegated authorization", Amazon Pay documentation). It
/// prints as "redacted".
public struct AuthorizationToken: Hashable, Sendable {
  /// The value for `AmazonPayAccount.authToken`.
  public let authorizationToken: String
  /// Members without a typed property.
  public let additional: [String: JSONValue]
}

extension AuthorizationToken: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    authorizationToken = try object.required("authorizationToken")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(authorizationToken, "authorizationToken")
  }
}

extension AuthorizationToken: Redacted {}
