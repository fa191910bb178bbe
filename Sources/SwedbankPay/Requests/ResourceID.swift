import FerryHTTP

/// The id of a resource: its path at the API's host, such as `/psp/paymentorders/<guid>`. It may be stored, unlike the
/// addresses of operations, and it is opaque: take it from an answer, and do not make or cut it ("Fundamental principles",
/// Swedbank Pay documentation).
public struct ResourceID: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: String

  public var path: String { rawValue }

  /// - Parameter path: Nil for an absolute address, for dot segments, and for other characters than letters, digits and
  ///   `- . _ ~ /`. A callback brings the text, which anyone can send.
  public init?(rawValue path: String) {
    guard path.utf8.count <= 512, path.matches("(/[A-Za-z0-9._~-]+)+"),
      path.split(separator: "/").allSatisfy({ $0 != "." && $0 != ".." })
    else { return nil }
    rawValue = path
  }

  public init?(_ path: String) { self.init(rawValue: path) }
}

extension ResourceID: CustomStringConvertible {
  public var description: String { path }
}

/// A part of a payment order that an answer shows only if it is asked for (`$expand`).
public enum ExpandedNode: String, Codable, Hashable, Sendable, CaseIterable {
  case orderItems, urls, payeeInfo, payer, history, failed, aborted, paid, cancelled, reversed, financialTransactions
  case failedAttempts, postPurchaseFailedAttempts, metadata
}
