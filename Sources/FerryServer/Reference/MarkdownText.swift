import FerryHTTP
import FerryWeb

/// The Markdown that `openapi.yaml` and `Documentation/Problems.md` use: paragraphs, lists, blocks of code, and code within a
/// line.
struct MarkdownText {
  /// The link of a piece of code; nil for most.
  let link: (String) -> Link?

  init(link: @escaping (String) -> Link? = { _ in nil }) { self.link = link }

  private enum Block {
    case paragraph(String)
    case list([String], isNumbered: Bool)
    case code(String)
  }

  func blocks(_ text: String) -> [HTML] {
    Self.blocks(of: text).map { block in
      switch block {
      case .paragraph(let text): "<p>\(line(text))</p>"
      case .code(let text): "<pre><code>\(text)</code></pre>"
      case .list(let items, isNumbered: false): #"<ul class="bullets">\#(items.map(item))</ul>"#
      case .list(let items, isNumbered: true): "<ol>\(items.map(item))</ol>"
      }
    }
  }

  func line(_ text: String) -> HTML {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    return "\(pieces.map { $0.offset.isMultiple(of: 2) ? "\($0.element)" : code(String($0.element)) })"
  }

  private func item(_ text: String) -> HTML { "<li>\(line(text))</li>" }

  private func code(_ text: String) -> HTML {
    guard let link = link(text) else { return "<code>\(text)</code>" }
    return #"<a href="\#(link)"><code>\#(text)</code></a>"#
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var fence: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let lines = fence { blocks.append(.code(lines.joined(separator: "\n"))) }
        fence = fence == nil ? [] : nil
      } else if fence != nil {
        fence?.append(line)
      } else {
        add(line, to: &blocks)
      }
    }
    return blocks.filter { if case .paragraph("") = $0 { false } else { true } }
  }

  /// Begins a block, or continues the last one. An empty paragraph stands for an empty line.
  private static func add(_ line: Substring, to blocks: inout [Block]) {
    let words = String(line.drop { $0 == " " })
    if let item = line.prefixMatch(of: #/(?:-|[0-9]+\.) /#) {
      let isNumbered = item.output != "- "
      let text = String(line[item.range.upperBound...])
      if case .list(let items, isNumbered: isNumbered) = blocks.last {
        blocks[blocks.count - 1] = .list(items + [text], isNumbered: isNumbered)
      } else {
        blocks.append(.list([text], isNumbered: isNumbered))
      }
      return
    }
    switch blocks.last {
    case .list(let items, let isNumbered) where line.hasPrefix(" "):
      let last = (items.last ?? "") + " " + words
      blocks[blocks.count - 1] = .list(items.dropLast() + [last], isNumbered: isNumbered)
    case .paragraph(let text) where !text.isEmpty && !words.isEmpty:
      blocks[blocks.count - 1] = .paragraph(text + " " + words)
    default: blocks.append(.paragraph(words))
    }
  }
}
