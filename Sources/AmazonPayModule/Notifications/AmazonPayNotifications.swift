import AmazonPay

#if Server
  import SwiftASN1
  import X509
#endif

/// How Amazon's Instant Payment Notifications are known to be Amazon's, and meant for this account.
///
/// They come through Amazon SNS. Amazon signs for everybody who has a topic there, so that a sound signature alone says
/// nothing: a notification counts only if it came through one of `topics`. It says that something changed, never what; it
/// makes Ferry ask.
///
/// Values of this type are made with the trait `Server` only, because certificates are verified with swift-certificates.
public struct AmazonPayNotifications: Hashable, Sendable {
  /// Whose certificates are believed.
  public enum Certificates: Hashable, Sendable {
    /// Those of Amazon SNS: fetched over https from its own hosts only, certified for its name under Amazon's root
    /// authorities.
    case amazon
    /// Those of a stand-in on this machine, in the sandbox only. Its certificate bears Amazon's name too,
    /// `sns.amazonaws.com`, as a DNS name.
    /// - Parameters:
    ///   - origin: Scheme, host and port of a loopback address, "http://127.0.0.1:3081": where its certificates lie.
    ///   - root: The certificate of its authority, in DER.
    case development(origin: String, root: [UInt8])
  }

  /// The topics that notifications are taken from: "arn:aws:sns:ap-northeast-1:291180941288:A1B2C3D4E5F6G7".
  public let topics: Set<String>
  /// Which certificates sign messages.
  public let certificates: Certificates
  /// Whether a topic's question if this address wants its messages is answered with yes, by a request to Amazon SNS.
  /// Otherwise a person reads of it in the log.
  public let confirmsSubscriptions: Bool
  /// Amazon's authorities, in DER.
  var amazonRoots = AmazonRoots.all

  #if Server
    /// `development` with the authority's certificate in PEM.
    /// - Throws: `AmazonPayNotificationsProblem.rootUnreadable`.
    public static func certificates(
      ofSandbox origin: String, rootPEM: String
    ) throws(AmazonPayNotificationsProblem) -> Certificates {
      guard let root = try? Certificate(pemEncoded: rootPEM) else { throw .rootUnreadable }
      var serializer = DER.Serializer()
      do { try serializer.serialize(root) } catch { throw .rootUnreadable }
      return .development(origin: origin, root: serializer.serializedBytes)
    }

    /// - Parameter confirmsSubscriptions: Only questions of `topics` are ever answered.
    /// - Throws: `AmazonPayNotificationsProblem`.
    public init(
      topics: Set<String>, certificates: Certificates, confirmsSubscriptions: Bool = false
    ) throws(AmazonPayNotificationsProblem) {
      guard !topics.isEmpty else { throw .topicsMissing }
      guard topics.allSatisfy({ SNSTopic($0) != nil }) else { throw .topicMalformed }
      if case .development(let origin, let root) = certificates {
        guard SigningPlace.isLoopback(origin) else { throw .sandboxNotLocal }
        guard (try? Certificate(derEncoded: root)) != nil else { throw .rootUnreadable }
      }
      self.topics = topics
      self.certificates = certificates
      self.confirmsSubscriptions = confirmsSubscriptions
    }
  #endif

  /// Whether these are for trying out, with a stand-in.
  public var isDevelopment: Bool {
    switch certificates {
    case .amazon: false
    case .development: true
    }
  }
}
