import FerryCore
import FerryHTTP
import SwiftASN1
import X509

/// The rules for authenticating Amazon's Instant Payment Notifications.
///
/// Notifications come through Amazon SNS. Anybody can own a topic there, and Amazon signs for all of them. A valid
/// signature alone therefore proves nothing: a notification counts only if it came through one of `topics`. It says that
/// something changed, and no more; the server then asks the API for the state.
public struct AmazonPayNotifications: Hashable, Sendable {
  /// The certificates that may sign messages.
  public enum Certificates: Hashable, Sendable {
    /// Certificates of Amazon SNS: fetched over https from its own hosts only, and issued for its name under Amazon's
    /// root authorities.
    case amazon
    /// Certificates of a sandbox on this machine, for test payments only. They bear Amazon's DNS name,
    /// `sns.amazonaws.com`.
    /// - Parameters:
    ///   - origin: Scheme, host and port of the loopback address that serves them: "http://127.0.0.1:3081".
    ///   - root: The certificate of its authority, in DER.
    case development(origin: String, root: [UInt8])
  }

  /// The topics whose notifications are accepted: "arn:aws:sns:ap-northeast-1:291180941288:A1B2C3D4E5F6G7".
  public let topics: Set<String>
  public let certificates: Certificates
  /// True if the server confirms a subscription to one of `topics`, by a request to Amazon SNS. Otherwise the log asks a
  /// person to do so.
  public let confirmsSubscriptions: Bool
  /// Amazon's authorities, in DER.
  var amazonRoots = AmazonRoots.all

  /// `development` with the authority's certificate in PEM.
  /// - Throws: `AmazonPayNotificationsProblem.rootUnreadable`.
  public static func certificates(
    ofSandbox origin: String, rootPEM: String
  ) throws(AmazonPayNotificationsProblem) -> Certificates {
    guard let root = try? PEMDocument(pemString: rootPEM) else { throw .rootUnreadable }
    return .development(origin: origin, root: root.derBytes)
  }

  /// - Parameter confirmsSubscriptions: Holds for `topics` alone.
  /// - Throws: `AmazonPayNotificationsProblem`.
  public init(
    topics: Set<String>, certificates: Certificates, confirmsSubscriptions: Bool = false
  ) throws(AmazonPayNotificationsProblem) {
    guard !topics.isEmpty else { throw .topicsMissing }
    guard topics.allSatisfy({ SNSTopic($0) != nil }) else { throw .topicMalformed }
    if case .development(let origin, let root) = certificates {
      guard let site = Origin(origin), site.text == origin, Loopback.isHost(site.host) else { throw .sandboxNotLocal }
      guard (try? Certificate(derEncoded: root)) != nil else { throw .rootUnreadable }
    }
    self.topics = topics
    self.certificates = certificates
    self.confirmsSubscriptions = confirmsSubscriptions
  }

  /// True for a sandbox's certificates.
  public var isDevelopment: Bool {
    if case .development = certificates { true } else { false }
  }
}

/// A problem of the settings of notifications. The description says what to enter.
public enum AmazonPayNotificationsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case topicsMissing
  /// A topic is not written as Amazon SNS writes it.
  case topicMalformed
  /// The sandbox is on another machine.
  case sandboxNotLocal
  /// The certificate of the sandbox's authority cannot be read.
  case rootUnreadable

  public var description: String {
    switch self {
    case .topicsMissing:
      "No topic is named. Name the topics of Amazon SNS that the account's notifications come through."
    case .topicMalformed:
      "A topic is not written as Amazon writes it: arn:aws:sns:, the region, twelve digits and the name, with colons "
        + "between."
    case .sandboxNotLocal:
      "Certificates of a sandbox are accepted on this machine only: give an address such as http://127.0.0.1:3081, "
        + "without a path."
    case .rootUnreadable: "The certificate of the sandbox's authority cannot be read."
    }
  }
}

/// Amazon's root authorities ("Amazon Trust Services"), in DER, from `AmazonRoots.pem`. They are pinned: this machine's other
/// trusted authorities do not count. The tests compare their SHA-256 with the values that Amazon publishes.
enum AmazonRoots {
  static let all: [[UInt8]] = {
    let text = String(decoding: PackageResources.AmazonRoots_pem, as: UTF8.self)
    guard let documents = try? PEMDocument.parseMultiple(pemString: text) else {
      preconditionFailure("AmazonRoots.pem holds certificates.")
    }
    return documents.map(\.derBytes)
  }()
}
