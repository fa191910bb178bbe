/// Everything that is wrong with a configuration, at once.
public struct ConfigurationProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting that is missing or wrong.
  public struct Entry: Hashable, Sendable {
    public let key: ConfigurationKey
    /// What is wrong and what to do. Never the value, which may be a secret.
    public let detail: String

    public init(_ key: ConfigurationKey, _ detail: String) {
      self.key = key
      self.detail = detail
    }
  }

  public let entries: [Entry]

  public init(_ entries: [Entry]) { self.entries = entries }

  public var description: String {
    entries.map { "\($0.key.name) (\($0.key.variable)): \($0.detail) Example: \($0.key.example)" }
      .joined(separator: "\n")
  }
}
