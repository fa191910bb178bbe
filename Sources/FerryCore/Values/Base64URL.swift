#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 in the alphabet that is safe in URLs and file names, without padding (RFC 4648 §5).
public enum Base64URL {
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// The bytes, or nil for text outside the alphabet or with loose bits at its end: only what `encode` writes is read, so
  /// that one value has one text.
  public static func decode(_ text: String) -> [UInt8]? {
    guard
      text.utf8.allSatisfy({
        switch $0 {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      })
    else { return nil }
    var standard = text.map { character -> Character in
      switch character {
      case "-": "+"
      case "_": "/"
      default: character
      }
    }
    while !standard.count.isMultiple(of: 4) { standard.append("=") }
    guard let bytes = Data(base64Encoded: String(standard)), encode(bytes) == text else { return nil }
    return Array(bytes)
  }
}
