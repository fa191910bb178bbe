#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key that the webhooks of one endpoint are signed with, known to sender and receiver: 24 to 64 random bytes, written
/// as "whsec_" and base64 (Standard Webhooks, "Signature scheme"). It prints as "redacted".
public struct WebhookSecret: Sendable {
  private let key: Secret<[UInt8]>

  private static let prefix = "whsec_"

  /// A new one of 32 bytes.
  public init(_ randomness: any Randomness) { key = Secret(randomness.bytes(32)) }

  /// Nil for text that is no such secret.
  public init?(text: String) {
    guard text.hasPrefix(Self.prefix), let data = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
      (24...64).contains(data.count)
    else { return nil }
    key = Secret(Array(data))
  }

  /// The secret as sender and receiver are told it. For their configuration; never for a page or a log.
  public func reveal() -> String { Self.prefix + Data(key.reveal()).base64EncodedString() }

  /// The bytes that sign.
  var bytes: [UInt8] { key.reveal() }
}

extension WebhookSecret: Equatable {
  /// In a time that does not depend on the keys.
  public static func == (left: Self, right: Self) -> Bool { equalInConstantTime(left.bytes, right.bytes) }
}

extension WebhookSecret: Redacted {}
