import Crypto
public import FerryCore
public import HTTPTypes

/// What somebody sent to the address that a provider's notifications go to, to the byte. Nothing of it is believed yet.
public struct IncomingNotification: Sendable {
  public var headers: HTTPFields
  /// The raw bytes: a signature is checked over these, never over what they were decoded to and encoded again.
  public var body: [UInt8]
  public var receivedAt: Moment
  /// The documents that the provider's part asked for, by where they lie.
  public var documents: [NeededDocument: [UInt8]]

  public init(
    headers: HTTPFields, body: [UInt8], receivedAt: Moment, documents: [NeededDocument: [UInt8]] = [:]
  ) {
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
    self.documents = documents
  }

  /// SHA-256 of the raw bytes, in base64url: what two notifications are told apart by when nothing else names them.
  public var digest: String { Base64URL.encode(Array(SHA256.hash(data: body))) }
}

/// A document without which a sender cannot be known: the certificate that a message is signed with. It is fetched without
/// redirects. Whoever asks for one has made sure that the host is the provider's, for the address is the sender's word.
public struct NeededDocument: Hashable, Sendable {
  public enum Scheme: String, Hashable, Sendable {
    case https
    /// For what proves itself, as a certificate does under an authority that is known; and for this machine.
    case http
  }

  public var scheme: Scheme
  /// The host, and the port if it is not the scheme's own.
  public var authority: String
  /// The path, with a slash in front, and the query.
  public var path: String

  public init(scheme: Scheme = .https, authority: String, path: String) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
  }
}
