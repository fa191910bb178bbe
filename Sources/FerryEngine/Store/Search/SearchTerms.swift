import FerryCheckout
import FerryCore
import Foundation

/// The terms of a checkout in the search index. A checkout is found by its words, by their beginnings and parts, and by the exact
/// terms. The terms of the buyer go with the buyer.
package struct SearchTerms: Hashable, Sendable {
  /// Words of the order's reference and number, and of the buyer's names and e-mail addresses.
  package private(set) var words: Set<String> = []
  /// Amounts, the last digits of cards and accounts, and whole e-mail addresses. No word is equal to one.
  package private(set) var exact: Set<String> = []

  package var all: Set<String> { words.union(exact) }

  package init() {}

  package init(_ file: CheckoutFile) {
    let checkout = file.checkout
    add(file.order.reference)
    add(file.order.number)
    // A selection that nobody has claimed may be another buyer's.
    guard !file.roundTrips.isLocked else { return }
    add(name: file.statedName)
    add(address: file.buyerFacts?.email)
    let amounts = [checkout.agreed?.total ?? checkout.quote?.total] + (checkout.payment?.operations.map(\.amount) ?? [])
    exact.formUnion(amounts.compactMap { $0.map { SearchWord.amount($0.decimal) } })
    guard !file.masksBuyer else { return }
    add(name: file.details?.buyer?.name)
    add(name: file.details?.shippingAddress?.name)
    add(address: file.details?.buyer?.email)
    for text in [file.details?.lastDigits, file.details?.paymentDescriptor] {
      exact.formUnion(SearchWord.digits(in: text ?? "").map { SearchWord.lastDigits($0) })
    }
  }

  private mutating func add(_ text: String) { words.formUnion(SearchWord.list(text)) }

  /// Names in kanji and kana are also one word: people write them with a space or without.
  private mutating func add(name: String?) {
    let parts = SearchWord.list(name ?? "")
    words.formUnion(parts)
    if parts.count > 1, parts.allSatisfy({ SearchWord.isIdeographic($0) }) {
      words.insert(SearchWord.limited(parts.joined()))
    }
  }

  private mutating func add(address: String?) {
    guard let address else { return }
    add(address)
    if let term = SearchWord.address(address) { exact.insert(term) }
  }
}

extension CheckoutFile {
  /// The buyer's name, as the shop has stated it.
  package var statedName: String? {
    let name = [buyerFacts?.name, buyerFacts?.surname].compactMap(\.self).joined(separator: " ")
    return name.isEmpty ? nil : name
  }

  /// True while nobody may see the buyer's details: a provider that proves no session's origin may have brought another
  /// buyer's data, so they are masked until the buyer has paid, if the account is set so.
  package var masksBuyer: Bool {
    checkout.profile.sessionOrigin == .unproven(masksReview: true) && checkout.phase != .paid
  }
}

/// Words as the search index has them: without case, width and accents.
package enum SearchWord {
  /// A longer word is cut.
  private static let most = 64
  /// A longer text is not searched for beyond this.
  private static let mostWords = 16

  /// The words of a text, in its order.
  package static func list(_ text: String) -> [String] {
    folded(text).split { !$0.isLetter && !$0.isNumber }.prefix(mostWords).map { limited(String($0)) }
  }

  package static func limited(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.prefix(most)))
  }

  /// The text in lower case, with compatible characters replaced (NFKD, so that `Ａ` is `a` and `ｱ` is `ア`) and without the
  /// accents of Latin letters. The marks of kana stay.
  static func folded(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
    let scalars = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      !(0x300...0x36F).contains($0.value)
    }
    return String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping.lowercased()
  }

  /// True for a word in kanji and kana, which carry more in a character.
  package static func isIdeographic(_ word: String) -> Bool {
    word.unicodeScalars.allSatisfy { $0.value >= firstIdeographic }
  }

  /// The first of the scripts of East Asia (CJK Radicals).
  private static let firstIdeographic: UInt32 = 0x2E80

  /// A part of a word is found from this many characters on.
  static func leastPart(_ part: some Collection<Unicode.Scalar>) -> Int {
    part.first.map { $0.value >= firstIdeographic } ?? false ? 2 : 3
  }

  /// True for a text that is searched for within words, and not only at their beginnings.
  static func isLongPart(_ text: String) -> Bool { text.unicodeScalars.count >= leastPart(text.unicodeScalars) }

  // MARK: Exact terms

  /// The term of an amount in decimals. Zeros after the point do not count: 165.20 is 165.2, and 16520.00 is 16520.
  static func amount(_ decimal: String) -> String {
    var text = decimal
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return "=" + text
  }

  static func lastDigits(_ digits: String) -> String { "#" + digits }

  /// The numbers of four digits in the name of a payment method: "Visa ****1111".
  static func digits(in text: String) -> [String] {
    text.split { !$0.isASCII || !$0.isNumber }.filter { $0.count == 4 }.map(String.init)
  }

  /// The term of a whole e-mail address; nil for a text that is none.
  static func address(_ text: String) -> String? {
    let address = folded(text.trimmingCharacters(in: .whitespaces))
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= 320, !address.utf8.contains(0)
    else { return nil }
    return "@" + address
  }
}
