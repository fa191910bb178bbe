internal import FerryCore
public import PhoneWebKit

/// The phone's frame and its screen, with the layers of the screen.
@MainActor public final class DeviceScreen {
  /// The phone with its frame. The screen has 390 by 844 points.
  public let widget: Widget
  let secureSheet: Widget
  private let base = Widget.column().filling().styled("base")
  private let dimmer = Widget.column().filling().styled("dimmer")
  private let secureHolder = Widget.column().sized(width: 390, height: 782)
  private let safariHolder = Widget.column().filling()
  private let otherAppHolder = Widget.column().filling().styled("thief")
  private let questionHolder = Widget.column().filling().styled("dimmer", "on")
  private let question = Widget.column().styled("question")
  private let status = Widget.row().styled("status-bar")
  private let reception = Widget.row(spacing: 5)
  private let homeIndicator = Widget.row().styled("home-indicator")
  private let appName: String
  private let language: Language
  private let acts: Device.Acts
  private var showsHomeScreen = false

  init(_ acts: Device.Acts, appName: String, _ language: Language) {
    self.acts = acts
    self.appName = appName
    self.language = language
    secureSheet = Widget.sheet(secureHolder)
    for hidden in [safariHolder, otherAppHolder, questionHolder] { hidden.isVisible = false }
    questionHolder.append(Widget.row([question.sized(width: 270).placed().filling()]).filling())
    question.clipped()
    dimmer.isReachable = false

    reception.append(Symbol.signal.widget(19))
    reception.append(Widget.label("5G").inOneLine().styled("network"))
    status.append(Widget.label("9:41").inOneLine().styled("time").centred().sized(width: 134))
    status.append(Widget.space())
    status.append(reception)
    status.append(Symbol.battery.widget(26).styled("battery"))
    let camera = Widget.row().styled("camera").placed(down: .start)
    for drawn in [status, camera, homeIndicator] { drawn.isReachable = false }
    let glass = Widget.layers(
      Widget.row().sized(width: 390, height: 844),
      [
        base, dimmer, secureSheet, safariHolder, otherAppHolder, questionHolder,
        status.placed(across: .filling, down: .start), camera, homeIndicator.placed(down: .end),
      ]
    ).clipped().styled("glass")
    let left = Widget.column([Widget.row().styled("switch"), Widget.row().styled("key"), Widget.row().styled("key")])
    let right = Widget.column([Widget.row().styled("side-key")])
    widget = Widget.row([
      left.styled("left-edge"), Widget.column([glass]).styled("phone"), right.styled("right-edge"),
    ]).placed()
    showHome()
  }

  func place(secure: BrowserPane, safari: BrowserPane) {
    secureHolder.append(secure.widget.filling().clipped())
    safariHolder.append(safari.widget.filling())
  }

  /// Updates the dimmer, and draws the system's bars light on a dark background.
  private func adapt() {
    let isSheetOpen = secureSheet.isReachable
    dimmer.setStyle("on", isSheetOpen)
    dimmer.isReachable = isSheetOpen
    let isDark = otherAppHolder.isVisible || showsHomeScreen
    status.setStyle("light", otherAppHolder.isVisible || !showsSafari && (isDark || isSheetOpen))
    homeIndicator.setStyle("light", otherAppHolder.isVisible || !showsSafari && isDark && !isSheetOpen)
  }

  func setSheetOpen(_ isOpen: Bool) {
    secureSheet.setRevealed(isOpen)
    adapt()
  }

  func setOnline(_ isOnline: Bool) { reception.setStyle("off", !isOnline) }

  var showsSafari: Bool {
    get { safariHolder.isVisible }
    set {
      safariHolder.isVisible = newValue
      adapt()
    }
  }

  func showApp(_ screen: Widget) { fill(screen.filling(), isHome: false) }

  func showHome() {
    let picture = Widget.column([Widget.row().styled("icon-screen")]).styled("icon-tablet")
    let icon = Widget.button(Widget.column([picture]).styled("icon"), named: appName) { [acts] in
      acts.device?.startApp()
    }
    let app = Widget.column(
      spacing: 6, [icon.placed(), Widget.label(appName).inOneLine().styled("icon-name").centred()])
    fill(Widget.row([app.placed(across: .start, down: .start)]).filling().styled("icons"), isHome: true)
  }

  private func fill(_ content: Widget, isHome: Bool) {
    base.empty()
    base.append(content)
    base.setStyle("home", isHome)
    showsHomeScreen = isHome
    adapt()
  }

  func showOtherApp(_ screen: Widget) {
    otherAppHolder.empty()
    otherAppHolder.append(screen)
    otherAppHolder.isVisible = true
    adapt()
  }
  func hideOtherApp() {
    otherAppHolder.isVisible = false
    adapt()
  }

  func ask(_ app: String, _ answer: @escaping @MainActor (Bool) -> Void) {
    beginQuestion(language.deviceTexts.question(app))
    let cancel = Widget.button(language.deviceTexts.cancel) { answer(false) }.filling(down: false)
    let open = Widget.button(language.deviceTexts.open) { answer(true) }.filling(down: false)
    question.append(Widget.row([cancel.sized(width: 135), open.sized(width: 135).styled("second")]).styled("answers"))
    questionHolder.isVisible = true
  }

  /// Shows an app's dialog, with its buttons below one another.
  func show(_ alert: AppAlert, _ choose: @escaping @MainActor (String) -> Void) {
    beginQuestion(alert.text)
    for button in alert.buttons {
      let widget = Widget.button(button.label) { choose(button.name) }.filling(down: false)
      question.append(Widget.row([widget.sized(width: 270)]).styled("answers"))
    }
    questionHolder.isVisible = true
  }

  private func beginQuestion(_ text: String) {
    question.empty()
    question.append(Widget.label(text).styled("question-text").centred())
  }
  func withdrawQuestion() { questionHolder.isVisible = false }
  public var asks: Bool { questionHolder.isVisible }
}
