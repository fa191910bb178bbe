public import FerryCore
public import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A named value of the merchant's, or of an answer. It may hold personal data, so it prints its name only.
public struct NameValuePair: Hashable, Sendable, Codable, Redacted {
  public enum Display: String, Hashable, Sendable, CaseIterable {
    case none
    case payment
    case receipt
    /// On the payment page and on the receipt.
    case both
    /// On the receipt of an approved payment.
    case approved
  }

  /// 1 to 50 characters, unique in a request: PlacetoPay drops the second of two with the same name.
  public var keyword: String
  /// At most 255 characters. Arrays of texts are shown with commas; objects are stored only.
  public var value: UntypedJSON
  /// Nil for PlacetoPay's default, which is `none`.
  public var displayOn: Open<Display>?

  public init(_ keyword: String, _ value: UntypedJSON, displayOn: Display? = nil) {
    self.keyword = keyword
    self.value = value
    self.displayOn = displayOn.map { .known($0) }
  }

  public var description: String { keyword }

  private enum CodingKeys: String, MemberKey { case keyword, value, displayOn }
}

extension NameValuePair {
  /// - Parameter limit: PlacetoPay drops pairs beyond it.
  static func check(_ pairs: [NameValuePair], _ pointer: String, atMost limit: Int) throws(InvalidField) {
    try FieldRules.count(pairs, atMost: limit, pointer)
    var seen: Set<String> = []
    for (index, pair) in pairs.enumerated() {
      try FieldRules.length(pair.keyword, 1...50, "\(pointer)/\(index)/keyword")
      guard seen.insert(pair.keyword).inserted else {
        throw InvalidField("\(pointer)/\(index)/keyword", "PlacetoPay drops the second field of the same keyword.")
      }
      try FieldRules.length(pair.shown, 0...255, "\(pointer)/\(index)/value")
    }
  }

  /// The value as PlacetoPay stores it.
  private var shown: String {
    if let text = value.plainText { return text }
    let texts = value.array?.compactMap(\.string)
    if let texts, texts.count == value.array?.count { return texts.joined(separator: ", ") }
    return (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
