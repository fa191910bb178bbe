/// Text that goes into addresses, headers and cookies' names as it is: ids, tokens, codes.
package enum PlainText {
  /// Whether a text has one byte or more and nothing but letters, digits, `-`, `_` and the others that are named.
  /// - Parameter others: Of ASCII.
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
