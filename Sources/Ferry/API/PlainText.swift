/// Text that goes into addresses and headers as it is: ids, tokens, codes.
enum PlainText {
  /// Letters, digits, `-`, `_`, `.` and `~`: what no URL, header or JSON text has to escape.
  static func isPlain(_ text: String, most: Int) -> Bool {
    (1...most).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
          UInt8(ascii: "~"):
          true
        default: false
        }
      }
      // Two that mean a folder in a path.
      && text != "." && text != ".."
  }
}
