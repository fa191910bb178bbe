/// The SHA-256 of a certificate that Android apps are signed with, as `keytool -list -v` and the Play Console show it.
public struct CertificateFingerprint: Hashable, Sendable {
  /// 32 pairs of capital hexadecimal digits with colons between: "14:6D:E9:…".
  public let text: String

  /// - Parameter text: 64 hexadecimal digits of either case, all or none of the pairs with a colon between.
  public init?(_ text: String) {
    let pairs =
      text.contains(":")
      ? text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      : stride(from: 0, to: text.utf8.count, by: 2).map { start in
        String(decoding: text.utf8.dropFirst(start).prefix(2), as: UTF8.self)
      }
    guard pairs.count == 32,
      pairs.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return nil }
    self.text = pairs.joined(separator: ":").uppercased()
  }
}
