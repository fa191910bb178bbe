import FerryCore
import FerryHTTP
import FerryWeb
import Foundation
import Yams

/// Schemas as lists of fields: name, type, limits and meaning of each. A type with a name is linked, not repeated.
struct SchemaFields {
  let text: MarkdownText

  /// A schema with its fields, or of a value without any its limits.
  func whole(_ schema: Node, showsExamples: Bool = false) -> HTML {
    let meaning = schema.text("description").map(text.blocks) ?? []
    guard let fields = self.fields(of: schema) else {
      return #"\#(meaning)<p class="kind">\#(kind(schema))</p>\#(limits(schema))"#
    }
    let examples = (schema["examples"]?.elements ?? []).map { Self.example($0, isOpen: showsExamples) }
    return "\(meaning)\(fields)\(examples)"
  }

  /// The fields of an object, or of each object in a list; nil if the schema has none of its own.
  func fields(of schema: Node) -> HTML? {
    guard let properties = schema["properties"]?.members else { return schema["items"].flatMap { fields(of: $0) } }
    let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
    return list(properties.map { field($0.name, $0.value, isRequired: required.contains($0.name)) })
  }

  func list(_ fields: [HTML]) -> HTML { #"<dl class="fields">\#(fields)</dl>"# }

  /// - Parameters:
  ///   - place: Where a parameter stands, such as "header".
  ///   - description: The field's own; nil for that of the schema.
  ///   - example: The field's own.
  func field(
    _ name: String, _ schema: Node, place: String? = nil, isRequired: Bool, description: String? = nil,
    example: Node? = nil
  ) -> HTML {
    let meaning = description ?? schema.text("description")
    let example = example.map { #"<p class="limits">Example: \#(Self.codes([$0])).</p>"# as HTML }
    return """
      <div><dt><code>\(name)</code></dt>\
      <dd class="kind">\(place.map { "\($0), " as HTML })\(kind(schema))\(if: isRequired, ", <strong>required</strong>")</dd>\
      <dd>\(meaning.map(text.blocks) ?? [])\(limits(schema))\(example)\(fields(of: schema))</dd></div>
      """
  }

  /// "list of OrderLine", "string or null".
  func kind(_ schema: Node) -> HTML {
    if let name = schema.text("$ref")?.split(separator: "/").last {
      return #"<a href="\#(Self.link(String(name)))">\#(name)</a>"#
    }
    if let choices = schema["oneOf"]?.elements { return Self.either(choices.map(kind)) }
    let several = schema["type"]?.elements.compactMap(\.string) ?? []
    let types = several.isEmpty ? [schema.text("type") ?? "any value"] : several
    return Self.either(types.map { kind($0, of: schema) })
  }

  private func kind(_ type: String, of schema: Node) -> HTML {
    switch type {
    case "array": "list of \(schema["items"].map(kind))"
    case "object":
      if let values = schema["additionalProperties"], schema["properties"] == nil {
        "map from names to \(kind(values))"
      } else {
        "object"
      }
    default: "\(type)\(schema.text("format").map { " (\($0))" as HTML })"
    }
  }

  private static func either(_ kinds: [HTML]) -> HTML {
    "\(kinds.enumerated().map { $0.offset == 0 ? $0.element : " or \($0.element)" })"
  }

  /// The values that are allowed, the default, and examples.
  private func limits(_ schema: Node) -> HTML {
    let notes = Self.notes(schema)
    guard !notes.isEmpty else { return .empty }
    return #"<p class="limits">\#(notes.enumerated().map { $0.offset == 0 ? $0.element : " \($0.element)" })</p>"#
  }

  private static func notes(_ schema: Node) -> [HTML] {
    var notes: [HTML] = []
    if let values = schema["enum"]?.elements { notes.append("One of \(codes(values)).") }
    if let value = schema["const"] { notes.append("Always \(codes([value])).") }
    if let range = range(schema, "minLength", "maxLength") { notes.append("Characters: \(range).") }
    if let range = range(schema, "minItems", "maxItems") { notes.append("Entries: \(range).") }
    if let range = range(schema, "minimum", "maximum") { notes.append("Range: \(range).") }
    if let pattern = schema.text("pattern") { notes.append("Pattern: <code>\(pattern)</code>.") }
    if let value = schema["default"] { notes.append("Default: \(codes([value])).") }
    let examples = (schema["examples"]?.elements ?? []).filter { $0.mapping == nil || schema["properties"] == nil }
    if !examples.isEmpty { notes.append("\(examples.count == 1 ? "Example" : "Examples"): \(codes(examples)).") }
    let each = schema["items"].map(self.notes) ?? []
    if !each.isEmpty { notes.append("Of each entry: \(each.map { "\($0) " as HTML })") }
    return notes
  }

  /// "1 to 64", "at least 1".
  private static func range(_ schema: Node, _ least: String, _ most: String) -> String? {
    switch (schema.text(least), schema.text(most)) {
    case (let least?, let most?): least == most ? least : "\(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): nil
    }
  }

  private static func codes(_ values: [Node]) -> HTML {
    let codes = values.map { value -> HTML in "<code>\(value.scalar?.string ?? ExampleJSON(value).text)</code>" }
    return "\(codes.enumerated().map { $0.offset == 0 ? $0.element : ", \($0.element)" })"
  }

  static func example(_ example: Node, isOpen: Bool = false) -> HTML {
    """
    <details\(if: isOpen, " open")><summary>Example</summary>\
    <pre><code>\(ExampleJSON(example).text)</code></pre></details>
    """
  }

  /// The place of a type on the page.
  static func link(_ type: String) -> Link { "#type-\(type)" }
}

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

  private static func line(_ node: Node) -> String {
    switch node {
    case .mapping: "{" + node.members.map { quoted($0.name) + ": " + line($0.value) }.joined(separator: ", ") + "}"
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
