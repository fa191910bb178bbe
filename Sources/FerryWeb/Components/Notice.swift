/// A sentence that stands out: what has happened, or what needs attention. Screen readers announce it.
public struct Notice: Sendable {
  public enum Level: Sendable {
    case info
    case warning
    case error
  }

  public var level: Level
  /// In bold, above the text; nil for none.
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
