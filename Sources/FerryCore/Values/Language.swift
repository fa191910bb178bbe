import Foundation

/// A language of Ferry's texts.
public enum Language: String, ClosedValue, Hashable, Sendable {
  case japanese = "ja"
  case english = "en"
  /// As in Colombia: the buyer is "usted", and amounts have a decimal comma.
  case spanish = "es"
  /// As in Sweden: the buyer is "du", and amounts have a decimal comma.
  case swedish = "sv"

  /// The buyer's preferred language by an `Accept-Language` header (RFC 9110 §12.5.4); English if Ferry has none of theirs.
  public init(acceptLanguage header: String?) {
    let ranked = (header ?? "").split(separator: ",").prefix(32).enumerated().compactMap {
      index, range -> (language: Language, weight: Int, index: Int)? in
      let parts = range.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let primary = parts.first?.split(separator: "-").first?.lowercased() else { return nil }
      guard let language = Language(rawValue: primary) else { return nil }
      var weight = 1000
      for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("q=") {
        weight = Self.thousandths(parameter.dropFirst(2))
      }
      return weight > 0 ? (language, weight, index) : nil
    }
    self = ranked.min { ($1.weight, $0.index) < ($0.weight, $1.index) }?.language ?? .english
  }

  /// "0.8" as 800: 0 or 1 and at most three decimals (RFC 9110 §12.4.2). A malformed quality counts as zero.
  private static func thousandths(_ quality: some StringProtocol) -> Int {
    var characters = Array(quality.utf8)
    guard (1...5).contains(characters.count), characters.count == 1 || characters.remove(at: 1) == UInt8(ascii: "."),
      characters.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int(String(decoding: (characters + [0x30, 0x30, 0x30]).prefix(4), as: UTF8.self))
    else { return 0 }
    return value <= 1000 ? value : 0
  }
}
