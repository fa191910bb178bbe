internal import CWebKit

/// The program's window.
@MainActor public final class Window {
  private let pointer: UnsafeMutablePointer<GtkWindow>
  public var onClose: (@MainActor () -> Void)?

  public init(title: String, width: Int, height: Int, style: String) {
    let widget = Widget(gtk_window_new())
    pointer = widget.of()
    gtk_window_set_title(pointer, title)
    gtk_window_set_default_size(pointer, Int32(width), Int32(height))
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(
      gtk_widget_get_display(widget.pointer), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
    connect(widget.raw, "destroy") { [weak self] in self?.onClose?() }
  }

  public func close() { gtk_window_destroy(pointer) }

  public func show(_ content: Widget) {
    gtk_window_set_child(pointer, content.pointer)
    gtk_window_present(pointer)
  }
}

/// The settings of the phone's owner that every page sees.
@MainActor public enum Appearance {
  /// The language that requests ask for: "ja".
  public static func prefer(language: String) {
    var languages: [UnsafePointer<CChar>?] = [UnsafePointer(g_strdup(language)), nil]
    webkit_web_context_set_preferred_languages(webkit_web_context_get_default(), &languages)
    for pointer in languages { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
  }

  /// True in dark mode.
  public private(set) static var isDark = false

  /// Sets `prefers-color-scheme` for pages and the window.
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
