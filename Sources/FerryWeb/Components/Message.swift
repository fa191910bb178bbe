/// A page's only content: a title, sentences, and what to do next.
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
