/// A button that submits a form.
public struct Button: Sendable {
  public enum Style: Sendable {
    /// The one thing the page is for.
    case primary
    case secondary
    /// Text alone, for what is rarely wanted.
    case quiet
  }

  public var title: String
  public var style: Style
  /// As wide as its column.
  public var isWide: Bool
  /// The form field that says which button was pressed.
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
  /// The link, looking like a button.
  public func button(_ title: String, _ style: Button.Style = .primary) -> HTML {
    switch style {
    case .primary: #"<a class="button primary" href="\#(self)">\#(title)</a>"#
    case .secondary: #"<a class="button secondary" href="\#(self)">\#(title)</a>"#
    case .quiet: #"<a class="button quiet" href="\#(self)">\#(title)</a>"#
    }
  }
}
