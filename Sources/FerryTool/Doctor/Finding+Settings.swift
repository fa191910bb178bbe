import FerryModule
import FerryServer

extension Finding {
  /// What a start would be stopped by: a setting that is missing or wrong, or one that does not exist.
  init(_ entry: ConfigurationProblems.Entry) {
    let change = entry.detail + (entry.example.map { " Example: \($0)" } ?? "")
    guard let variable = entry.variable else {
      self = .error(.settings, entry.name, "It is unknown.", change)
      return
    }
    self = .error(.settings, "\(entry.name) (\(variable))", "It is missing or wrong.", change)
  }
}
