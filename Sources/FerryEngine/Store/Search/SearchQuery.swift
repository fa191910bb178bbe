import FerryCheckout
import FerryCore
import Foundation

/// A search for checkouts by a text that a person has: an order's number or reference, an id of the provider, an amount, the
/// last digits of a card, the buyer's name or e-mail address. Case, width and accents do not matter.
public struct SearchQuery: Hashable, Sendable {
  /// The longest text in UTF-8 bytes.
  public static let mostBytes = 254

  /// An id is looked up by the text as it was written.
  let text: String
  /// Each has to be found.
  let words: [String]
  /// Exact terms that the whole text may be. One of them is enough.
  let exact: [String]

  /// Nil for a text without a letter or digit, or one that is too long.
  public init?(_ text: String) {
    let words = SearchWord.list(text)
    guard !words.isEmpty, text.utf8.count <= Self.mostBytes, !text.utf8.contains(0) else { return nil }
    self.text = text.precomposedStringWithCompatibilityMapping.split(separator: " ").joined(separator: " ")
    self.words = words
    let amounts = Self.amounts(text).map { SearchWord.amount($0) }
    let digits = words.count == 1 && words[0].utf8.allSatisfy { (0x30...0x39).contains($0) } ? words[0] : nil
    exact = amounts + [digits.map { SearchWord.lastDigits($0) }, SearchWord.address(text)].compactMap(\.self)
  }

  /// All orders of an e-mail address.
  /// - Returns: Nil if the text is no address.
  public static func buyer(_ address: String) -> SearchQuery? {
    SearchWord.address(address).map { SearchQuery(text: "", words: [], exact: [$0]) }
  }

  private init(text: String, words: [String], exact: [String]) {
    (self.text, self.words, self.exact) = (text, words, exact)
  }

  /// True for a text that may be the whole id, or the beginning of an id, of a checkout or of the provider.
  var mayBeID: Bool { text.utf8.count >= 3 && !text.contains(" ") }

  /// Returns true if the text finds a checkout.
  /// - Parameter ids: Its own id, and those of the provider.
  package func finds(_ file: CheckoutFile, ids: [String]) -> Bool {
    let terms = SearchTerms(file)
    return findsExactly(terms) || !words.isEmpty && findsWords(of: terms)
      || mayBeID
        && [text, text.lowercased(), text.uppercased()].contains { text in ids.contains { $0.hasPrefix(text) } }
  }

  /// Returns true if every word is one of a checkout's, its beginning or its part.
  private func findsWords(of terms: SearchTerms) -> Bool {
    words.allSatisfy { word in
      let isPart = SearchWord.isLongPart(word)
      return terms.words.contains { $0.hasPrefix(word) || isPart && $0.contains(word) }
    }
  }

  /// Returns true if a checkout has one of the exact terms.
  private func findsExactly(_ terms: SearchTerms) -> Bool { exact.contains { terms.exact.contains($0) } }

  /// The amounts that a text may be, as decimals: "¥16,520", "16 520 kr", "165,20", "1.234,56".
  package static func amounts(_ text: String) -> [String] {
    let folded = SearchWord.folded(text)
    let names = folded.split { !$0.isLetter }
    guard
      names.allSatisfy({ names.count == 1 && (Currency($0.uppercased()) != nil || currencyWords.contains(String($0))) })
    else { return [] }
    let digits = folded.filter { !$0.isLetter && !$0.isWhitespace && !$0.isCurrencySymbol }
    guard digits.first?.isWholeNumber ?? false,
      digits.allSatisfy({ $0.isASCII && ($0.isWholeNumber || $0 == "." || $0 == ",") })
    else { return [] }
    let marks = digits.filter { !$0.isWholeNumber }
    guard let mark = marks.last, let place = digits.lastIndex(of: mark) else { return [digits] }
    let fraction = digits[place...].dropFirst()
    let whole = digits[..<place].filter(\.isWholeNumber)
    let decimal = "\(whole).\(fraction)"
    // A single mark before three digits stands between thousands or before the decimals of a currency with three.
    let grouped = fraction.count == 3 ? [whole + fraction] : []
    if Set(marks).count == 1, marks.count > 1 { return grouped }
    return fraction.isEmpty ? [] : grouped + [decimal]
  }

  private static let currencyWords: Set<String> = ["kr", "円", "yen"]
}

/// The checkouts that a search has found, newest first.
public struct FoundCheckouts: Sendable {
  public var files: [CheckoutFile]
  /// The search continues after this place; nil at its end. A page may be short and not the last.
  public var next: CheckoutPlace?
  /// True if a part stands in too many different words, so that only whole words were searched for.
  public var isTooShort: Bool

  public init(files: [CheckoutFile], next: CheckoutPlace?, isTooShort: Bool) {
    self.files = files
    self.next = next
    self.isTooShort = isTooShort
  }
}
