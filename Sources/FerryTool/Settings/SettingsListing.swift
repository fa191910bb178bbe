import FerryModule
import FerryServer

/// What is in force, for people: name, value, and where it came from. Secrets are not in it.
struct SettingsListing: Sendable {
  private let rows: [[String]]

  init(_ sources: SettingsSources, _ keys: [ConfigurationKey]) {
    rows = keys.compactMap { key in
      sources.setting(key).map { setting in
        [key.name, key.isSecret ? "redacted" : setting.text, setting.origin.description]
      }
    }
  }

  /// One line for each setting, in columns.
  var text: String {
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ") + "  " + row[2]
    }.joined(separator: "\n")
  }
}

extension SettingsSources.Setting.Origin: CustomStringConvertible {
  var description: String {
    switch self {
    case .variable(let name): name
    case .file(let path, let line): path + (line.map { ":\($0)" } ?? "")
    case .byDefault: "default"
    }
  }
}
