import FerryModule
import FerryServer

/// A file of settings to begin with: all that there are, each with what it decides. What a server starts without is
/// commented out.
struct ExampleFile: Sendable {
  private let settings: [(path: [String], key: ConfigurationKey)]

  init(shops: [String], apps: [String], webhooks: [String] = []) {
    settings = ServeConfiguration.keys(shops: shops, apps: apps, webhooks: webhooks).map {
      ($0.name.split(separator: ".").map(String.init), $0)
    }
  }

  var text: String {
    "# Settings of Ferry. Each can be given in the environment instead, which counts before this file.\n"
      + lines(below: []).joined(separator: "\n") + "\n"
  }

  /// Settings first, then groups, each in the order of the list.
  private func lines(below group: [String]) -> [String] {
    let here = settings.filter { $0.path.starts(with: group) }
    let indent = String(repeating: "  ", count: group.count)
    var lines: [String] = []
    for (path, key) in here where path.count == group.count + 1 {
      lines.append("\(indent)# \(key.about) \(key.variable)")
      lines.append("\(indent)\(key.isOptional ? "# " : "")\(path[group.count]): \(Self.quoted(key.example))")
    }
    var seen: Set<String> = []
    for path in here.map(\.path) where path.count > group.count + 1 && seen.insert(path[group.count]).inserted {
      let name = path[group.count]
      let inner = group + [name]
      let isOptional = settings.filter { $0.path.starts(with: inner) }.allSatisfy(\.key.isOptional)
      if !lines.isEmpty { lines.append("") }
      lines.append("\(indent)\(isOptional ? "# " : "")\(name):")
      lines += self.lines(below: inner)
    }
    return lines
  }

  /// In double quotes, in which YAML has JSON's escapes: the examples need none but their own.
  private static func quoted(_ text: String) -> String {
    text.allSatisfy(\.isNumber) ? text : "\"\(text)\""
  }
}
