public import FerryCore

/// A solution provider's leave to act for a merchant ("Delegated authorization", Amazon Pay documentation). It prints as
/// "redacted".
public struct AuthorizationToken: Hashable, Sendable {
  /// To be given to the `authToken` of an account.
  public let authorizationToken: String
  /// Members that have no type here.
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
