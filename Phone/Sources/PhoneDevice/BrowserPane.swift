internal import FerryCore
public import PhoneRules
public import PhoneWebKit

/// A browser on the phone: its bars and its page.
@MainActor public final class BrowserPane {
  public let kind: LinkRequest.Browser
  public let widget: Widget
  public let name: String
  /// The page in front. Nil while the browser is closed.
  public private(set) var view: WebView?
  /// The pages behind it, which have opened a window each.
  private var openers: [WebView] = []
  private let holder = Widget.column().filling()
  private let lock = Symbol.lock.widget(13)
  private let host = Widget.label().inOneLine(isCut: true).centred()
  /// The address that the phone itself loads, as if it had been typed.
  var typed: String?

  /// - Parameters:
  ///   - name: The browser's name in the journal.
  ///   - app: The name of the app that Safari's back button opens.
  init(_ kind: LinkRequest.Browser, name: String, app: String, _ language: Language, _ acts: Device.Acts) {
    self.kind = kind
    self.name = name
    let shown = Widget.row(spacing: 4, [lock, host]).placed()
    let reload = Widget.button(Symbol.reload.widget(20), named: language.deviceTexts.reload) {
      acts.device?.reload(kind)
    }
    if kind == .safari {
      let back = Widget.row(spacing: 1, [Symbol.chevronLeft.widget(11), Widget.label(app).inOneLine()])
      let crumb = Widget.button(back, named: app) { acts.device?.frontApp() }.placed(across: .start).styled("crumb")
      let address = Widget.row([Widget.row().sized(width: 32), shown.filling(down: false), reload.sized(width: 32)])
      let bar = Widget.column([address.styled("address-field")]).styled("bottom-bar")
      widget = Widget.column([crumb, holder, bar]).styled("browser", "safari")
    } else {
      let done = Widget.button(language.deviceTexts.done) { acts.device?.done() }.styled("done")
        .placed(across: .start)
      let grabber = Widget.button(Widget.row().styled("grabber").placed(), named: language.deviceTexts.swipeDown) {
        acts.device?.swipe()
      }.placed()
      let left = Widget.row([done]).sized(width: 76)
      let right = Widget.row([Widget.space(), reload]).sized(width: 76).filling(across: false, down: false)
      let bar = Widget.row([left, shown.filling(down: false), right]).styled("top-bar")
      let safari = Widget.button(Symbol.compass.widget(24), named: language.deviceTexts.openInSafari) {
        acts.device?.openInSafari()
      }
      let tools = Widget.row([Widget.space(), safari]).styled("bottom-bar")
      widget = Widget.column([grabber, bar, holder, tools]).styled("browser", "secure")
    }
    setAddress("")
  }

  func show(_ view: WebView) {
    remove()
    self.view = view
    holder.append(view.widget)
  }

  /// Shows a window over the page that has opened it.
  func showWindow(_ window: WebView) {
    if let view { openers.append(view) }
    holder.empty()
    view = window
    holder.append(window.widget)
  }

  /// Closes the window in front.
  /// - Returns: False if the page in front is no window.
  func closeWindow() -> Bool {
    guard let opener = openers.popLast() else { return false }
    holder.empty()
    view = opener
    holder.append(opener.widget)
    setAddress(opener.committed ?? "")
    return true
  }

  /// True if the page in front is a window of another page.
  public var showsWindow: Bool { !openers.isEmpty }

  var views: [WebView] { openers + [view].compactMap(\.self) }

  func remove() {
    openers = []
    view = nil
    holder.empty()
    setAddress("")
  }

  func setAddress(_ url: String) {
    host.setText(ShownAddress.host(url))
    lock.isVisible = url.lowercased().hasPrefix("https:")
  }

  /// Loads an address as if it had been typed.
  func go(_ url: String) {
    typed = url
    view?.load(url)
  }
}
