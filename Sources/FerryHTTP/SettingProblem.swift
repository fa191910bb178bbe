/// A problem of a setting of a provider's account, with its remedy. Never the value, which may be a secret.
public struct SettingProblem<Setting: Hashable & Sendable>: Error, Hashable, Sendable, CustomStringConvertible {
  public let setting: Setting
  /// Problem and remedy without an example.
  public let advice: String
  /// An example of a valid value; nil if none helps.
  public let example: String?

  public init(_ setting: Setting, _ advice: String, example: String? = nil) {
    self.setting = setting
    self.advice = advice
    self.example = example
  }

  /// Problem and remedy, with an example of a valid value.
  public var description: String { advice + (example.map { " It looks like \($0)." } ?? "") }
}

/// All problems of an account's settings.
public struct SettingProblems<Setting: Hashable & Sendable>: Error, Hashable, Sendable, CustomStringConvertible {
  public let problems: [SettingProblem<Setting>]

  public init(problems: [SettingProblem<Setting>]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Array {
  /// Adds the problem of a setting's text, if it has one. Returns true if it has none.
  /// - Parameter pattern: A regular expression for the whole text.
  @discardableResult
  package mutating func check<Setting>(
    _ text: String, _ pattern: String, missing: Element, malformed: Element
  ) -> Bool where Element == SettingProblem<Setting> {
    let isSound = text.matches(pattern)
    if !isSound { append(text.isEmpty ? missing : malformed) }
    return isSound
  }
}
