import FerryCore

/// The languages of the pages for payers.
enum PageLanguage: String, CaseIterable, Codable, Sendable {
  case swedish = "sv"
  case english = "en"

  /// - Parameter culture: The language of an order, such as "sv-SE". All that the pages do not have is shown in English.
  init(_ culture: String) { self = culture.lowercased().hasPrefix("sv") ? .swedish : .english }

  var language: Language { self == .swedish ? .swedish : .english }

  /// As scripts name it.
  var culture: String { self == .swedish ? "sv-SE" : "en-US" }

  func text(_ swedish: String, _ english: String) -> String { self == .swedish ? swedish : english }

  /// An amount: "1 234,50 kr" or "SEK 1,234.50".
  func amount(_ money: Money) -> String { money.display(language) }
}
