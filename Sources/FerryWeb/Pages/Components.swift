public import FerryCore

/// A button that submits a form.
public struct Button: Sendable {
  public enum Style: String, Sendable {
    /// The page's main action.
    case primary
    case secondary
    /// Text alone, for a rare action.
    case quiet
  }

  public let html: HTML

  /// - Parameters:
  ///   - isWide: True for a button as wide as its column.
  ///   - name: The form field that names the pressed button.
  public init(
    _ title: String, _ style: Style = .primary, isWide: Bool = false, name: String? = nil, value: String = ""
  ) {
    let field: HTML? = name.map { #" name="\#($0)" value="\#(value)""# }
    html =
      #"<button type="submit" class="button \#(style.rawValue)\#(if: isWide, " full")"\#(field)>\#(title)</button>"#
  }
}

extension Link {
  /// The link with a button's look.
  public func button(_ title: String, _ style: Button.Style = .primary) -> HTML {
    #"<a class="button \#(style.rawValue)" href="\#(self)">\#(title)</a>"#
  }
}

/// A highlighted sentence about an event or a problem. Screen readers announce it.
public struct Notice: Sendable {
  public enum Level: String, Sendable {
    case info, warning, error
  }

  public let html: HTML

  /// - Parameters:
  ///   - title: In bold, above the text.
  ///   - actions: Links and forms below the text.
  public init(_ level: Level, title: String? = nil, _ text: String, actions: HTML = .empty) {
    let opening: HTML =
      #"<div class="notice\#(if: level != .info, " \(level.rawValue)")" role="\#(level == .error ? "alert" : "status")">"#
    html = "\(opening)\(title.map { "<strong>\($0)</strong>" as HTML })<p>\(text)</p>\(actions)</div>"
  }
}

/// The only content of a page: a title, sentences, and actions.
public struct Message: Sendable {
  public let html: HTML

  public init(_ words: TitledText, actions: HTML = .empty) {
    self.init(words.title, [words.advice], actions: actions)
  }

  public init(_ title: String, _ paragraphs: [String], actions: HTML = .empty) {
    html = """
      <div class="message"><h1 tabindex="-1">\(HTML(heading: title))</h1>\(paragraphs.map { "<p>\($0)</p>" as HTML })\
      \(if: !actions.isEmpty, "<div class=\"actions\">\(actions)</div>")</div>
      """
  }
}

/// A titled part of a page, with an optional action beside its title.
public struct Panel: Sendable {
  public let html: HTML

  public init(_ title: String, action: HTML = .empty, body: HTML) {
    html = #"<section class="panel"><div class="panel-head"><h2>\#(title)</h2>\#(action)</div>\#(body)</section>"#
  }
}

/// A turning circle with a sentence. Screen readers announce the sentence only. The circle stands still for readers who
/// asked for less motion.
public struct Spinner: Sendable {
  public let html: HTML

  public init(_ text: String) {
    html =
      #"<div class="waiting" role="status" aria-live="polite"><span class="spinner" aria-hidden="true"></span>"#
      + "<p>\(text)</p></div>"
  }
}

/// A postal address or another short text of several lines. Empty lines are left out.
public struct AddressBlock: Sendable {
  public let html: HTML

  /// - Parameter language: The language of the lines if it is not the page's.
  public init(_ lines: [String], language: Language? = nil) {
    let attribute: HTML? = language.map { " lang=\"\($0.rawValue)\"" }
    html = "<address\(attribute)>\(lines.filter { !$0.isEmpty }.map { "<span>\($0)</span>" as HTML })</address>"
  }
}

/// A list of amounts with a total.
public struct TotalsTable: Sendable {
  public struct Row: Sendable {
    fileprivate let html: HTML

    /// - Parameter isWithin: True for a part of the other amounts, which adds nothing.
    public init(_ label: String, _ amount: Money, _ language: Language, isWithin: Bool = false) {
      html = "<div\(if: isWithin, " class=\"within\"")><dt>\(label)</dt><dd>\(amount, language)</dd></div>"
    }
  }

  public let html: HTML

  /// - Parameter notes: Lines below the total, for instance about the taxes in it.
  public init(_ rows: [Row], total: Row, notes: [String] = []) {
    html = """
      <dl class="totals">\(rows.map(\.html))\(total.html)</dl>\
      \(notes.map { "<p class=\"totals-note\">\($0)</p>" as HTML })
      """
  }
}

/// A moment, for people and for programs.
package struct TimeText {
  private let moment: Moment

  package init(_ moment: Moment) { self.moment = moment }

  /// "2025-01-02 03:04:05 UTC"
  package var text: String { moment.iso8601.prefix(19).replacing("T", with: " ") + " UTC" }

  package var html: HTML { #"<time datetime="\#(moment.iso8601)">\#(text)</time>"# }
}

/// A state with its reason.
package struct StateChip {
  package enum Tone: String { case good, open, bad, over }

  package let html: HTML

  package init(_ tone: Tone, _ state: String, _ reason: String? = nil) {
    html = #"<span class="chip \#(tone.rawValue)">\#(state)\#(reason.map { " · \($0)" as HTML })</span>"#
  }
}

/// Texts of cells for spreadsheets.
package enum SpreadsheetText {
  /// The signs that begin a formula; Japanese spreadsheets take full-width ones, too.
  private static let signs = "=+-@＝＋－＠".unicodeScalars

  /// The text with an apostrophe before every sign that would begin a formula in a spreadsheet, so that nothing of it is run. A
  /// cell begins at the start. In a spreadsheet that separates cells in another way, a cell also begins after a semicolon, a
  /// tab or a line break. Blanks and quotes may be before the sign.
  package static func defused(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAtStart = true
    for scalar in text.unicodeScalars {
      let isBreak = ["\t", "\r", "\n"].contains(scalar)
      if isAtStart && signs.contains(scalar) || isBreak && result.isEmpty { result.append("'") }
      result.append(scalar)
      isAtStart = isBreak || scalar == ";" || isAtStart && (scalar.properties.isWhitespace || scalar == "\"")
    }
    return String(result)
  }
}
