internal import CWebKit

/// What every page on the phone is told of its owner's wishes.
@MainActor public enum Appearance {
  /// The language that requests ask for: "ja".
  public static func prefer(language: String) {
    var languages: [UnsafePointer<CChar>?] = [UnsafePointer(g_strdup(language)), nil]
    webkit_web_context_set_preferred_languages(webkit_web_context_get_default(), &languages)
    for pointer in languages { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
  }

  /// Whether screens are dark.
  public private(set) static var isDark = false

  /// `prefers-color-scheme`, for pages and window alike.
  public static func setDark(_ isDark: Bool) {
    self.isDark = isDark
    phone_set_dark(isDark ? 1 : 0)
  }

  /// Sets the system's font, which pages call `system-ui`: the first of these families that is installed.
  public static func useFont(firstOf families: [String]) {
    guard let family = families.first(where: { phone_has_font($0) != 0 }) else { return }
    phone_set_font(family)
  }
}
