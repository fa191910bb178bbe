/// Everything that is wrong with a configuration, at once.
public struct ConfigurationProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting that is missing or wrong, or that does not exist.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// What the setting is called: "ferry.baseURL".
    public let name: String
    /// Its variable in the environment; nil when `name` is none that there is.
    public let variable: String?
    /// What is wrong and what to do. Never the value, which may be a secret.
    public let detail: String
    /// A value that would do, where there is one.
    public let example: String?

    /// - Parameter showsExample: Not where the example itself is what is wrong.
    public init(_ key: ConfigurationKey, _ detail: String, showsExample: Bool = true) {
      name = key.name
      variable = key.variable
      self.detail = detail
      example = showsExample ? key.example : nil
    }

    /// A setting or a variable that does not exist.
    public init(unknown name: String, _ detail: String) {
      self.name = name
      variable = nil
      self.detail = detail
      example = nil
    }

    public var description: String {
      name + (variable.map { " (\($0))" } ?? "") + ": " + detail + (example.map { " Example: \($0)" } ?? "")
    }
  }

  public let entries: [Entry]

  public init(_ entries: [Entry]) { self.entries = entries }

  public var description: String { entries.map(\.description).joined(separator: "\n") }
}
