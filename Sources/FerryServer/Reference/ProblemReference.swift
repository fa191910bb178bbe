import FerryCore
import FerryHTTP
import FerryWeb
import Yams

/// The page of the problems: `Documentation/Problems.md`, with a section for each kind.
struct ProblemReference {
  private let markdown: String

  init(_ markdown: String) { self.markdown = markdown }

  var html: HTML {
    let parts = markdown.split(separator: "\n## ")
    let text = MarkdownText(link: Self.link)
    let introduction = parts.first?.drop { $0 != "\n" } ?? ""
    return """
      <div class="intro"><h1>Problems</h1></div>\
      <section class="panel prose"><h2>How to read them</h2>\(text.blocks(String(introduction)))</section>\
      \(parts.dropFirst().map { section($0, text) })
      """
  }

  private func section(_ part: Substring, _ text: MarkdownText) -> HTML {
    let name = String(part.prefix { $0 != "\n" })
    return """
      <section class="panel operation" id="\(name)"><h2>\(name)</h2>\(text.blocks(String(part.dropFirst(name.count))))</section>
      """
  }

  /// The section that explains a kind of problem; nil for other words.
  static func link(_ name: String) -> Link? {
    let link: Link = "/docs/problems#\(name)"
    return Problem.Kind.all.contains { $0.help == link.text } ? link : nil
  }

  /// The link to the section of the problem in an example.
  static func help(forExample example: Node?) -> (name: String, link: Link)? {
    guard let name = example?.text("type")?.split(separator: ":").last.map(String.init) else { return nil }
    return link(name).map { (name, $0) }
  }
}
