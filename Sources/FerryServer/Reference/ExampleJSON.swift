import FerryCore
import Foundation
import Yams

/// An example of `openapi.yaml` as JSON for people: what is short stands on one line.
struct ExampleJSON {
  let text: String

  init(_ node: Node) { text = Self.text(node, indent: 0) }

  private static let width = 72

  private static func text(_ node: Node, indent: Int) -> String {
    let short = line(node)
    guard node.scalar == nil, indent + short.count > width else { return short }
    let inner = String(repeating: " ", count: indent + 2)
    let parts: [String]
    if node.mapping != nil {
      parts = node.members.map { quoted($0.name) + ": " + text($0.value, indent: indent + 2) }
    } else {
      parts = node.elements.map { text($0, indent: indent + 2) }
    }
    let (start, end) = node.mapping != nil ? ("{", "}") : ("[", "]")
    let lines = parts.map { inner + $0 }.joined(separator: ",\n")
    return "\(start)\n\(lines)\n\(String(repeating: " ", count: indent))\(end)"
  }

  /// All on one line.
  private static func line(_ node: Node) -> String {
    switch node {
    case .mapping:
      "{" + node.members.map { quoted($0.name) + ": " + line($0.value) }.joined(separator: ", ") + "}"
    case .sequence: "[" + node.elements.map(line).joined(separator: ", ") + "]"
    case .scalar(let scalar): isBare(node) ? scalar.string : quoted(scalar.string)
    case .alias: ""
    }
  }

  /// True for numbers, `true`, `false` and `null`.
  private static func isBare(_ node: Node) -> Bool {
    [Tag(.int), Tag(.float), Tag(.bool), Tag(.null)].contains(node.tag)
  }

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder.sorted.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
