package import Foundation

/// Base64 with the URL-safe alphabet, without padding (RFC 4648 §5).
public enum Base64URL {
  private static let standard = (UInt8(ascii: "+"), UInt8(ascii: "/"))
  private static let urlSafe = (UInt8(ascii: "-"), UInt8(ascii: "_"))

  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    exchange(Data(bytes).base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }, standard, urlSafe)
  }

  /// The bytes. Nil for text outside the alphabet, of an impossible length, or with surplus bits that are not zero, so that
  /// no two texts have the same bytes.
  public static func decode(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let data = Data(base64Encoded: exchange(text.utf8, urlSafe, standard) + padding)
    guard let data, encode(data) == text else { return nil }
    return Array(data)
  }

  /// Replaces the two characters that differ between the alphabets.
  private static func exchange(_ text: some Sequence<UInt8>, _ old: (UInt8, UInt8), _ new: (UInt8, UInt8)) -> String {
    String(decoding: text.map { $0 == old.0 ? new.0 : $0 == old.1 ? new.1 : $0 }, as: UTF8.self)
  }
}

package enum Hexadecimal {
  /// Lower case, two digits for each byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Text that needs no encoding in addresses, headers and names of cookies: ids, tokens, codes.
package enum PlainText {
  /// Returns true if a text has at least one byte and only letters, digits, `-`, `_` and `others`.
  /// - Parameter others: ASCII characters.
  package static func isPlain(_ text: String, most: Int, besides others: StaticString = "") -> Bool {
    (1...most).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: others.withUTF8Buffer { $0.contains(byte) }
        }
      }
  }
}

/// The names and addresses of this machine: RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3.
package enum Loopback {
  /// - Parameter host: Lower case; an IPv6 address with or without brackets, also an IPv4 address mapped into IPv6.
  package static func isHost(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host) || host.hasSuffix(".localhost") { return true }
    let address = host.hasPrefix("::ffff:") ? host.dropFirst("::ffff:".count) : Substring(host)
    let numbers = address.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil && $0.first != "+" }
  }
}

extension JSONEncoder {
  /// Writes equal values as equal text: members in alphabetical order, slashes as they are.
  package static let sorted: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
}
