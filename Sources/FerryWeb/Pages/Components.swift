public import FerryCore

/// A button that submits a form.
public struct Button: Sendable {
  public enum Style: Sendable {
    /// The page's main action.
    case primary
    case secondary
    /// Text alone, for a rare action.
    case quiet
  }

  public var title: String
  public var style: Style
  /// As wide as its column.
  public var isWide: Bool
  /// The form field that names the pressed button.
  public var name: String?
  public var value: String

  public init(
    _ title: String, _ style: Style = .primary, isWide: Bool = false, name: String? = nil, value: String = ""
  ) {
    self.title = title
    self.style = style
    self.isWide = isWide
    self.name = name
    self.value = value
  }

  public var html: HTML {
    switch style {
    case .primary: #"<button type="submit" class="button primary\#(rest)"#
    case .secondary: #"<button type="submit" class="button secondary\#(rest)"#
    case .quiet: #"<button type="submit" class="button quiet\#(rest)"#
    }
  }

  private var rest: HTML {
    guard let name else { return #"\#(if: isWide, " full")">\#(title)</button>"# }
    return #"\#(if: isWide, " full")" name="\#(name)" value="\#(value)">\#(title)</button>"#
  }
}

extension Link {
  /// The link with a button's look.
  public func button(_ title: String, _ style: Button.Style = .primary) -> HTML {
    switch style {
    case .primary: #"<a class="button primary" href="\#(self)">\#(title)</a>"#
    case .secondary: #"<a class="button secondary" href="\#(self)">\#(title)</a>"#
    case .quiet: #"<a class="button quiet" href="\#(self)">\#(title)</a>"#
    }
  }
}

/// A highlighted sentence about an event or a problem. Screen readers announce it.
public struct Notice: Sendable {
  public enum Level: Sendable {
    case info
    case warning
    case error
  }

  public var level: Level
  /// In bold, above the text.
  public var title: String?
  public var text: String

  public init(_ level: Level, title: String? = nil, _ text: String) {
    self.level = level
    self.title = title
    self.text = text
  }

  public var html: HTML {
    let opening: HTML =
      switch level {
      case .info: #"<div class="notice" role="status">"#
      case .warning: #"<div class="notice warning" role="status">"#
      case .error: #"<div class="notice error" role="alert">"#
      }
    return "\(opening)\(title.map { "<strong>\($0)</strong>" as HTML })<p>\(text)</p></div>"
  }
}

/// The only content of a page: a title, sentences, and actions.
public struct Message: Sendable {
  public var title: String
  public var paragraphs: [String]
  public var actions: HTML

  public init(_ title: String, _ paragraphs: [String], actions: HTML = .empty) {
    self.title = title
    self.paragraphs = paragraphs
    self.actions = actions
  }

  public var html: HTML {
    let paragraphs = paragraphs.map { "<p>\($0)</p>" as HTML }
    return """
      <div class="message"><h1 tabindex="-1">\(HTML(heading: title))</h1>\(paragraphs)\
      \(if: !actions.isEmpty, "<div class=\"actions\">\(actions)</div>")</div>
      """
  }
}

/// A titled part of a page, with an optional action beside its title.
public struct Panel: Sendable {
  public var title: String
  public var action: HTML
  public var body: HTML

  public init(_ title: String, action: HTML = .empty, body: HTML) {
    self.title = title
    self.action = action
    self.body = body
  }

  public var html: HTML {
    #"<section class="panel"><div class="panel-head"><h2>\#(title)</h2>\#(action)</div>\#(body)</section>"#
  }
}

/// A turning circle with a sentence. Screen readers announce the sentence only. The circle stands still for readers who
/// asked for less motion.
public struct Spinner: Sendable {
  public var text: String

  public init(_ text: String) { self.text = text }

  public var html: HTML {
    #"<div class="waiting" role="status" aria-live="polite"><span class="spinner" aria-hidden="true"></span>"#
      + "<p>\(text)</p></div>"
  }
}

/// A postal address or another short text of several lines. Empty lines are left out.
public struct AddressBlock: Sendable {
  public var lines: [String]
  /// The language of the lines if it is not the page's.
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

/// A list of amounts with a total.
public struct TotalsTable: Sendable {
  public struct Row: Sendable {
    public var label: String
    public var amount: Money

    public init(_ label: String, _ amount: Money) {
      self.label = label
      self.amount = amount
    }
  }

  public var rows: [Row]
  public var total: Row
  /// A line below the total, for instance about the tax in it.
  public var note: String?

  public init(_ rows: [Row], total: Row, note: String? = nil) {
    self.rows = rows
    self.total = total
    self.note = note
  }

  public var html: HTML {
    """
    <dl class="totals">\((rows + [total]).map(Self.line))</dl>\
    \(note.map { "<p class=\"totals-note\">\($0)</p>" as HTML })
    """
  }

  private static func line(_ row: Row) -> HTML {
    "<div><dt>\(row.label)</dt><dd>\(row.amount)</dd></div>"
  }
}
