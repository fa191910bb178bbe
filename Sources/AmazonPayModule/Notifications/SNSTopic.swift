import AmazonPay

/// A topic of Amazon SNS, by its name in full: "arn:aws:sns:ap-northeast-1:123456789012:name". Topics in Amazon's separate
/// partitions (China, governments) have other hosts and other authorities; Amazon Pay has none there.
struct SNSTopic: Hashable {
  let text: String
  /// "ap-northeast-1".
  let region: String

  /// Nil for anything that is not a topic's name.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == "arn", parts[1] == "aws", parts[2] == "sns" else { return nil }
    let region = String(parts[3])
    guard Self.isRegion(region) else { return nil }
    guard parts[4].utf8.count == 12, parts[4].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard (1...256).contains(parts[5].utf8.count), parts[5].utf8.allSatisfy(Self.isNameByte) else { return nil }
    self.text = text
    self.region = region
  }

  private static func isRegion(_ text: String) -> Bool {
    (3...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
      && text.first != "-" && text.last != "-"
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}
