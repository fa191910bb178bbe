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
