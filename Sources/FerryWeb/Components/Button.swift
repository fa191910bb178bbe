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
    let field: HTML = name.map { #" name="\#($0)" value="\#(value)""# } ?? ""
    return #"<button type="submit" class="\#(classes)"\#(field)>\#(title)</button>"#
  }

  private var classes: HTML {
    let style: HTML =
      switch style {
      case .primary: "button primary"
      case .secondary: "button secondary"
      case .quiet: "button quiet"
      }
    return "\(style)\(if: isWide, " full")"
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
