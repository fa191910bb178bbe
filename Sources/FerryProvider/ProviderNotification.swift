/// What a provider's part makes of a notification.
public enum NotificationReading: Hashable, Sendable {
  case read(ProviderNotification)
  /// The sender cannot be known without this: it is fetched, and the notification read again with it.
  case needs(NeededDocument)
}

/// A notification that has been read. It says that something changed at the provider, never what: amounts and states are
/// left out on purpose, for they are asked for.
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
  /// The provider's own id of this message, the same in every repetition; nil where there is none, then the raw bytes are
  /// what is compared.
  public var messageID: String?
  /// The provider's ids of what it is about, the one that is most surely ours first.
  public var references: [String]
  /// What is to be visited before it is answered: the sender asks whether we want its messages at all, and the provider's
  /// part has made sure of the address.
  public var confirmation: NeededDocument?
  /// What a person should know. It is logged, and holds nothing that must not be.
  public var remark: String?

  public init(
    sender: Sender, meaning: Meaning, messageID: String? = nil, references: [String],
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

/// Why a notification is not taken. Nothing has been stored or changed then.
public enum NotificationRefusal: String, Error, Hashable, Sendable {
  /// There is no such provider in this mode, or it sends none.
  case notSetUp = "not set up"
  case tooLarge = "too large"
  /// It cannot be read.
  case malformed
  /// The sender's signature is missing or wrong, or of a kind that is not known.
  case unauthenticated
  /// The certificate that it is signed with is not the provider's: it lies elsewhere, or nobody whom we trust vouches for it
  /// at this time.
  case untrusted = "untrusted certificate"
  /// It did not come by the way that this account's come by.
  case foreignTopic = "foreign topic"
  /// It is meant for another account.
  case foreignAccount = "foreign account"
  /// The sender cannot be known at present, for a document that is needed cannot be had. Sent again later it may be taken.
  case unavailable
}
