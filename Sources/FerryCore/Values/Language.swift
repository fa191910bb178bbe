/// A language that Ferry's texts exist in.
public enum Language: String, Codable, Hashable, Sendable, CaseIterable {
  case japanese = "ja"
  case english = "en"

  /// The first of the buyer's languages that Ferry speaks, by an `Accept-Language` header (RFC 9110 §12.5.4); English when
  /// there is none.
  public init(acceptLanguage header: String?) {
    let ranked = (header ?? "").split(separator: ",").prefix(32).enumerated().compactMap {
      index, range -> (language: Language, weight: Int, index: Int)? in
      let parts = range.split(separator: ";").map { $0.trimmingPrefix(while: \.isWhitespace) }
      guard let tag = parts.first else { return nil }
      let primary = tag.split(separator: "-").first.map { $0.lowercased() } ?? ""
      guard let language = Language(rawValue: primary.filter { !$0.isWhitespace }) else { return nil }
      var weight = 1000
      for parameter in parts.dropFirst() where parameter.lowercased().hasPrefix("q=") {
        weight = Self.thousandths(parameter.dropFirst(2))
      }
      return weight > 0 ? (language, weight, index) : nil
    }
    self = ranked.min { ($1.weight, $0.index) < ($0.weight, $1.index) }?.language ?? .english
  }

  /// "0.8" as 800; a malformed quality counts as none.
  private static func thousandths(_ quality: Substring) -> Int {
    let parts = quality.filter { !$0.isWhitespace }.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int($0) }), (0...1).contains(whole) else { return 0 }
    guard parts.count == 2 else { return whole * 1000 }
    let digits = parts[1].prefix(3)
    guard let fraction = Int(digits), fraction >= 0 else { return 0 }
    let scale = [1000, 100, 10, 1][digits.count]
    return min(1000, whole * 1000 + fraction * scale)
  }
}
