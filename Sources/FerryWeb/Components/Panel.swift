/// A titled part of a page, with an action beside its title where there is one.
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

/// A postal address or another short text of several lines. Empty lines are left out.
public struct AddressBlock: Sendable {
  public var lines: [String]

  public init(_ lines: [String]) { self.lines = lines.filter { !$0.isEmpty } }

  public var html: HTML {
    let spans = lines.map { "<span>\($0)</span>" as HTML }
    return "<address>\(spans)</address>"
  }
}
