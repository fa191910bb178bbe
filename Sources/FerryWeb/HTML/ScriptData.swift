#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON that is safe inside `<script>`: without `<`, `>` and `&`, which could end or change the element, and without the
/// two separators that older engines take for line ends.
enum ScriptData {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  static func append(_ value: some Encodable, to bytes: inout [UInt8]) {
    guard let json = try? encoder.encode(value) else {
      assertionFailure("A value for a script could not be encoded.")
      bytes.append(contentsOf: "null".utf8)
      return
    }
    append(json: Array(json), to: &bytes)
  }

  /// Outside its strings JSON has none of these characters, so that each may be replaced by its escape.
  private static func append(json: [UInt8], to bytes: inout [UInt8]) {
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "<"): bytes.append(contentsOf: "\\u003C".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "\\u003E".utf8)
      case UInt8(ascii: "&"): bytes.append(contentsOf: "\\u0026".utf8)
      case 0xE2 where json.dropFirst(index + 1).starts(with: [0x80, 0xA8]):
        bytes.append(contentsOf: "\\u2028".utf8)
        index += 2
      case 0xE2 where json.dropFirst(index + 1).starts(with: [0x80, 0xA9]):
        bytes.append(contentsOf: "\\u2029".utf8)
        index += 2
      case let byte: bytes.append(byte)
      }
      index += 1
    }
  }
}
