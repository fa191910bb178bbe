/// The parts of a URL that association files speak of, as they stand in it.
struct AssociatedAddress: Hashable, Sendable {
  /// "/" where the URL has none.
  let path: String
  /// Without its question mark; empty where there is none.
  let query: String
  /// Without its number sign; empty where there is none.
  let fragment: String

  /// No longer URL is looked at.
  private static let longest = 16_384

  /// Nil unless the text begins with https or http and names a host.
  init?(_ url: String) {
    guard url.utf8.count <= Self.longest, let colon = url.firstRange(of: "://"),
      ["https", "http"].contains(url[..<colon.lowerBound].lowercased())
    else { return nil }
    let rest = url[colon.upperBound...]
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard hostEnd > rest.startIndex else { return nil }
    let whole = rest[hostEnd...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let beforeFragment = whole.first ?? ""
    fragment = whole.count > 1 ? String(whole[1]) : ""
    let parts = beforeFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.first ?? ""
    self.path = path.isEmpty ? "/" : String(path)
    query = parts.count > 1 ? String(parts[1]) : ""
  }

  /// The values of all query items of a name; empty for one without.
  func values(of name: String, isDecoded: Bool) -> [String] {
    query.split(separator: "&").compactMap { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let own = String(parts[0])
      guard (isDecoded ? Self.decoded(own) : own) == name else { return nil }
      return parts.count > 1 ? String(parts[1]) : ""
    }
  }

  /// Percent-encoded bytes become the characters that they are in UTF-8; what encodes none stays as it is.
  static func decoded(_ text: String) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    // What is no UTF-8 would be repaired, and then be another path.
    let decoded = String(decoding: bytes, as: UTF8.self)
    return decoded.utf8.elementsEqual(bytes) ? decoded : text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
