public import FerryCore

/// A postal address or another short text of several lines. Empty lines are left out.
public struct AddressBlock: Sendable {
  public var lines: [String]
  /// The language that the lines are written in, where it is not the page's.
  public var language: Language?

  public init(_ lines: [String], language: Language? = nil) {
    self.lines = lines.filter { !$0.isEmpty }
    self.language = language
  }

  public var html: HTML {
    let spans = lines.map { "<span>\($0)</span>" as HTML }
    let attribute: HTML? = language.map { " lang=\"\($0.rawValue)\"" }
    return "<address\(attribute)>\(spans)</address>"
  }
}
