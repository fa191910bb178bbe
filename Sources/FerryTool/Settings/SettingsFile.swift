import FerryServer
import Foundation
import Yams

/// A file of settings: YAML, and therefore JSON too. Values are texts as written, like the environment's.
struct SettingsFile: Sendable {
  /// A value and its line.
  struct Value: Hashable, Sendable {
    let text: String
    let line: Int?
  }

  /// The reason why a file cannot be used, with the line. The line is not quoted, because it may contain a secret.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case notYAML(String, line: Int?, what: String)
    case notSettings(String, line: Int?)

    var description: String {
      switch self {
      case .unreadable(let path):
        "Cannot read the file \(path). Check its name and permissions."
      case .notYAML(let path, let line, let what):
        "The file \(path)\(Self.place(line)) is not valid YAML or JSON: \(what)."
      case .notSettings(let path, let line):
        "The file \(path)\(Self.place(line)) does not contain settings: names with texts, numbers or lists of them."
      }
    }

    private static func place(_ line: Int?) -> String { line.map { ", line \($0)," } ?? "" }
  }

  let path: String
  /// Values by dotted names. An empty value counts as not set.
  let values: [String: Value]

  /// - Throws: `Problem`.
  init(path: String) throws(Problem) {
    guard let text = InputFile.text(path) else { throw .unreadable(path) }
    try self.init(path: path, text: text)
  }

  /// - Throws: `Problem`.
  init(path: String, text: String) throws(Problem) {
    self.path = path
    let root: Node?
    do {
      root = try compose(yaml: text)
    } catch let error as YamlError {
      throw Self.problem(error, path)
    } catch {
      throw .notYAML(path, line: nil, what: "unreadable")
    }
    var values: [String: Value] = [:]
    if let root, root.null == nil { try Self.collect(root, name: "", path, &values) }
    self.values = values
  }

  private static func collect(
    _ node: Node, name: String, _ path: String, _ values: inout [String: Value]
  ) throws(Problem) {
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard let part = key.string else { throw .notSettings(path, line: key.mark?.line) }
        try collect(value, name: name.isEmpty ? part : "\(name).\(part)", path, &values)
      }
    case .sequence(let sequence):
      var items: [String] = []
      for item in sequence {
        guard let scalar = item.scalar, item.null == nil else { throw .notSettings(path, line: item.mark?.line) }
        items.append(scalar.string)
      }
      try insert(items.joined(separator: ","), name, node, path, &values)
    case .scalar(let scalar): try insert(node.null == nil ? scalar.string : "", name, node, path, &values)
    case .alias: throw .notSettings(path, line: node.mark?.line)
    }
  }

  private static func insert(
    _ text: String, _ name: String, _ node: Node, _ path: String, _ values: inout [String: Value]
  ) throws(Problem) {
    guard !name.isEmpty else { throw .notSettings(path, line: node.mark?.line) }
    // "a.b" on one line and "b" below "a" are the same setting.
    guard values[name] == nil else { throw .notYAML(path, line: node.mark?.line, what: "duplicate name \(name)") }
    values[name] = Value(text: text, line: node.mark?.line)
  }

  private static func problem(_ error: YamlError, _ path: String) -> Problem {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      .notYAML(path, line: mark.line, what: problem)
    case .duplicatedKeysInMapping(_, let context):
      .notYAML(path, line: context.mark.line, what: "duplicate name")
    default: .notYAML(path, line: nil, what: "unreadable")
    }
  }
}
