public import PhoneWebKit

/// The phone's glass: what lies above what.
@MainActor public final class DeviceScreen {
  /// 390 by 760 points, with everything on it.
  public let widget: Widget
  let secureSheet: Widget
  private let base = Widget.column().filling().styled("base")
  private let secureHolder = Widget.column().sized(width: 390, height: 680)
  private let safariHolder = Widget.column().filling()
  private let thiefHolder = Widget.column().filling().styled("thief")
  private let question = Widget.column(spacing: 12).styled("question")
  private let acts: Device.Acts

  init(_ acts: Device.Acts) {
    self.acts = acts
    secureSheet = Widget.sheet(secureHolder)
    thiefHolder.isVisible = false
    question.isVisible = false
    question.atTop().sized(width: 300)
    safariHolder.isVisible = false
    widget = Widget.layers(base, [secureSheet, safariHolder, thiefHolder, question])
      .sized(width: 390, height: 760).clipped().styled("glass")
    showHome()
  }

  func place(secure: BrowserPane, safari: BrowserPane) {
    secureHolder.append(secure.widget.filling())
    safariHolder.append(safari.widget.filling())
  }

  var showsSafari: Bool {
    get { safariHolder.isVisible }
    set { safariHolder.isVisible = newValue }
  }

  func showApp(_ screen: Widget) {
    base.empty()
    base.append(screen.filling())
  }

  func showHome() {
    base.empty()
    base.append(
      Widget.column(
        spacing: 16,
        [
          Widget.label("9:41").styled("title"),
          Widget.button("Shop") { [acts] in acts.device?.startApp() },
        ]
      ).margins(40).filling())
  }

  func showThief(_ screen: Widget) {
    thiefHolder.empty()
    thiefHolder.append(screen)
    thiefHolder.isVisible = true
  }
  func hideThief() { thiefHolder.isVisible = false }

  func ask(_ text: String, _ answer: @escaping @MainActor (Bool) -> Void) {
    question.empty()
    question.append(Widget.label(text))
    question.append(
      Widget.row(spacing: 8, [Widget.button("Cancel") { answer(false) }, Widget.button("Open") { answer(true) }]))
    question.isVisible = true
  }
  func withdrawQuestion() { question.isVisible = false }
  public var asks: Bool { question.isVisible }
}
