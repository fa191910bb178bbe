import Crypto
package import FerryCheckout
public import FerryCore
public import FerryHTTP
import Foundation
public import HTTPTypes

/// The rules for receiving a provider's notifications.
public struct NotificationRules: Hashable, Sendable {
  /// The largest body in bytes; more is not read.
  public var largestBody: Int
  /// The body that the provider takes for "received", with the status 200: the same for the first notification, for a
  /// repetition, and for one that is about nothing of ours. Empty for most.
  public var receipt: String
  /// The addresses that the provider sends from; nil to take notifications from anywhere.
  public var sources: [AddressRange]?

  public init(
    largestBody: Int = 65_536, receipt: String = "", sources: [AddressRange]? = nil
  ) {
    self.largestBody = largestBody
    self.receipt = receipt
    self.sources = sources
  }

  /// Returns true if the provider sends from an address. An unknown address is none of the provider's.
  public func allows(_ source: String?) -> Bool {
    guard let sources else { return true }
    guard let address = source.flatMap({ NetworkAddress($0) }) else { return false }
    return sources.contains { $0.contains(address) }
  }
}

extension ProviderAccountID {
  /// The path of the server's address for the account's notifications.
  package var notificationPath: Link {
    account == .main
      ? "/ferry/notify/\(provider.text)/\(mode.rawValue)"
      : "/ferry/notify/\(provider.text)/\(mode.rawValue)/\(account.text)"
  }
}

/// A request to the address for a provider's notifications. Nothing of it is believed yet.
public struct IncomingNotification: Sendable {
  public var headers: HTTPFields
  /// The raw bytes: a signature is checked over these, never over what they were decoded to and encoded again.
  public var body: [UInt8]
  public var receivedAt: Moment
  /// The IP address of the sender; nil if it is unknown.
  public var source: String?
  /// The documents that the provider asked for, by where they are.
  public var documents: [NeededDocument: [UInt8]]

  public init(
    headers: HTTPFields, body: [UInt8], receivedAt: Moment, source: String? = nil,
    documents: [NeededDocument: [UInt8]] = [:]
  ) {
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
    self.source = source
    self.documents = documents
  }

  /// SHA-256 of the raw bytes, in base64url. It identifies a notification that has no id of its own.
  public var digest: String { Base64URL.encode(Array(SHA256.hash(data: body))) }
}

/// A document that is needed to authenticate a sender: the certificate that a message is signed with. It is fetched without
/// redirects. A provider asks only for documents on its own hosts, because the address comes from the sender.
public struct NeededDocument: Hashable, Sendable {
  public enum Scheme: String, Hashable, Sendable {
    case https
    /// For a document that proves itself, as a certificate under a known authority does; and for this machine.
    case http
  }

  public var scheme: Scheme
  /// The host, and the port if it is not the scheme's default.
  public var authority: String
  /// The path, with a slash in front, and the query.
  public var path: String

  public init(scheme: Scheme = .https, authority: String, path: String) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
  }
}

/// A provider's reading of a notification.
public enum NotificationReading: Hashable, Sendable {
  case read(ProviderNotification)
  /// The sender cannot be authenticated without this document: it is fetched, and the notification is read again with it.
  case needs(NeededDocument)
}

/// A notification that has been read. It says that something changed at the provider, never what: amounts and states are
/// left out on purpose, because the provider is asked for them.
public struct ProviderNotification: Hashable, Sendable {
  public enum Sender: Hashable, Sendable {
    /// The provider, by its signature over the raw bytes.
    case authenticated
    /// Anybody: the provider does not sign.
    case unknown
  }

  public enum Meaning: Hashable, Sendable {
    /// Something changed. The provider's word for what.
    case change(String)
    /// A word that this version does not know. It is kept for a person to see, and makes us ask like any other.
    case unrecognised(String)
    /// Nothing happened: a test of the connection. It is answered, and not kept.
    case nothing
  }

  public var sender: Sender
  public var meaning: Meaning
  /// The provider's own id of this message, the same in every repetition. Without one the raw bytes are compared.
  public var messageID: String?
  /// The provider's objects that it is about, the one that is most surely ours first.
  public var references: [ProviderReference]
  /// A document to fetch before the notification is answered: the sender asks if we want its messages at all. The provider
  /// has checked the address.
  public var confirmation: NeededDocument?
  /// Something a person should know. It is logged, and holds no secret.
  public var remark: String?

  public init(
    sender: Sender, meaning: Meaning, messageID: String? = nil, references: [ProviderReference],
    confirmation: NeededDocument? = nil, remark: String? = nil
  ) {
    self.sender = sender
    self.meaning = meaning
    self.messageID = messageID
    self.references = references
    self.confirmation = confirmation
    self.remark = remark
  }
}

/// Why a notification is refused. Nothing has been stored or changed then.
public enum NotificationRefusal: String, Error, Hashable, Sendable {
  /// There is no such account, or its provider sends no notifications.
  case notSetUp = "not set up"
  case tooLarge = "too large"
  /// It cannot be read.
  case malformed
  /// The address of the sender is not one of the provider's.
  case foreignSource = "foreign source"
  /// The sender's signature is missing, wrong, or of an unknown kind.
  case unauthenticated
  /// The certificate of the signature is not the provider's: it is at another place, or no authority that we trust vouches
  /// for it at this time.
  case untrusted = "untrusted certificate"
  /// It came through a topic that is not this account's.
  case foreignTopic = "foreign topic"
  /// It is meant for another account.
  case foreignAccount = "foreign account"
  /// A document that is needed cannot be fetched at present. The same notification may be accepted later.
  case unavailable
}
