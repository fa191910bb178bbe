/// A setting, by its names in a file and in the environment.
public struct ConfigurationKey: Hashable, Sendable {
  /// Dotted: "ferry.baseURL".
  public let name: String
  /// One sentence for people.
  public let about: String
  /// A valid value.
  public let example: String
  /// The default; nil for none.
  public let fallback: String?
  /// True if the server starts without it.
  public let isOptional: Bool
  /// True if its value must not be shown.
  public let isSecret: Bool
  /// True if it names a file that only Ferry's user may read.
  public let isSecretFile: Bool

  public init(
    _ name: String, _ about: String, example: String, default fallback: String? = nil, isOptional: Bool = false,
    isSecret: Bool = false, isSecretFile: Bool = false
  ) {
    self.name = name
    self.about = about
    self.example = example
    self.fallback = fallback
    self.isOptional = isOptional || fallback != nil
    self.isSecret = isSecret
    self.isSecretFile = isSecretFile
  }

  /// Its name in the environment: "FERRY_BASE_URL".
  public var variable: String {
    var variable = ""
    var isAfterLower = false
    for character in name {
      if isAfterLower, character.isUppercase { variable += "_" }
      variable += character.isLetter || character.isNumber ? character.uppercased() : "_"
      isAfterLower = character.isLowercase
    }
    return variable
  }
}

/// All problems of a configuration at once.
public struct ConfigurationProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting that is missing or wrong, or that does not exist.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The setting's name: "ferry.baseURL".
    public let name: String
    /// Its variable in the environment; nil if there is no such setting.
    public let variable: String?
    /// The problem and what to do. Never the value, which may be a secret.
    public let detail: String
    /// A valid value, if there is one.
    public let example: String?

    /// - Parameter showsExample: False if the value is the example itself.
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
