/// A setting, as a file and as the environment name it.
public struct ConfigurationKey: Hashable, Sendable {
  /// Dotted: "ferry.baseURL".
  public let name: String
  /// A value that would do.
  public let example: String

  public init(_ name: String, example: String) {
    self.name = name
    self.example = example
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
