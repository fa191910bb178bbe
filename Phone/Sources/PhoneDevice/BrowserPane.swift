public import PhoneRules
public import PhoneWebKit

/// A browser on the phone: bar and page.
@MainActor public final class BrowserPane {
  public let kind: LinkRequest.Browser
  public let widget: Widget
  public let name: String
  /// Absent while it is closed.
  public private(set) var view: WebView?
  private let holder: Widget
  private let address: Widget
  private let buttons: Widget
  /// The address that the phone itself is loading.
  var typed: String?

  init(_ kind: LinkRequest.Browser, name: String, buttons: [(text: String, press: @MainActor () -> Void)]) {
    self.kind = kind
    self.name = name
    address = Widget.label().filling(down: false).styled("address")
    self.buttons = Widget.row(spacing: 4)
    holder = Widget.column().filling()
    let bar = Widget.column(spacing: 2, [self.buttons, address]).styled("bar")
    widget = Widget.column([bar, holder]).styled("browser", kind == .safari ? "safari" : "secure")
    for button in buttons { self.buttons.append(Widget.button(button.text, button.press)) }
  }

  func show(_ view: WebView) {
    remove()
    self.view = view
    holder.append(view.widget)
  }

  func remove() {
    view = nil
    holder.empty()
    setAddress("")
  }

  func setAddress(_ text: String) { address.setText(text) }

  /// Loads a page as if it had been typed.
  func go(_ url: String) {
    typed = url
    view?.load(url)
  }
}
