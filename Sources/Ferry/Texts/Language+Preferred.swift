public import FerryCore

extension Language {
  /// The first of the device's languages that Ferry speaks, English if there is none.
  /// - Parameter preferred: As `Locale.preferredLanguages` gives them: ["ja-JP", "en-US"].
  public init(preferred: [String]) { self.init(acceptLanguage: preferred.prefix(32).joined(separator: ",")) }
}
