/// A setting, as a file and as the environment name it.
public struct ConfigurationKey: Hashable, Sendable {
  /// Dotted: "ferry.baseURL".
  public let name: String
  /// What it decides, in one sentence.
  public let about: String
  /// A value that would do.
  public let example: String
  /// What counts when nothing is set; nil where nothing is assumed.
  public let fallback: String?
  /// Whether a server starts without it.
  public let isOptional: Bool
  /// Whether its value must not be shown.
  public let isSecret: Bool

  public init(
    _ name: String, _ about: String, example: String, default fallback: String? = nil, isOptional: Bool = false,
    isSecret: Bool = false
  ) {
    self.name = name
    self.about = about
    self.example = example
    self.fallback = fallback
    self.isOptional = isOptional || fallback != nil
    self.isSecret = isSecret
  }

  /// The environment's name for it: "FERRY_BASE_URL".
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
