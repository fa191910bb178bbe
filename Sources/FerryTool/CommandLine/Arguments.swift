import ArgumentParser
import FerryCore
import FerrySandbox

extension ClosedRange<Int> {
  static var ports: ClosedRange<Int> { 1...65_535 }

  /// - Throws: `ValidationError` for a number outside the range.
  func require(_ number: Int?, of option: String) throws {
    guard let number, !contains(number) else { return }
    throw ValidationError("\(option) must be a number from \(lowerBound) to \(upperBound).")
  }
}

enum UnknownName {
  /// The message for a name that does not exist, with the name that is probably meant, or with all.
  static func message(_ kind: String, _ name: String, among known: [String]) -> String {
    let advice =
      Spelling.closest(to: name, among: known).map { "Did you mean '\($0)'?" }
      ?? "Use one of: \(known.joined(separator: ", "))."
    return "Unknown \(kind) '\(name)'. \(advice)"
  }
}

extension [any SandboxModule.Type] {
  var ids: [String] { map { $0.id } }

  /// - Throws: `ValidationError` for an unknown id.
  func module(_ id: String) throws -> any SandboxModule.Type {
    guard let module = first(where: { $0.id == id }) else {
      throw ValidationError(UnknownName.message("provider", id, among: ids))
    }
    return module
  }
}
