internal import CWebKit

/// What every page on the phone is told of its owner's wishes.
@MainActor public enum Appearance {
  /// The language that requests ask for: "ja".
  public static func prefer(language: String) {
    var languages: [UnsafePointer<CChar>?] = [UnsafePointer(g_strdup(language)), nil]
    webkit_web_context_set_preferred_languages(webkit_web_context_get_default(), &languages)
    for pointer in languages { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
  }

  /// `prefers-color-scheme`, for pages and window alike.
  public static func setDark(_ isDark: Bool) { phone_set_dark(isDark ? 1 : 0) }
}
