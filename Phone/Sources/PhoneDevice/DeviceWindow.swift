internal import FerryCore
internal import PhoneRules
internal import PhoneWebKit

/// The window with the phone, its switches and its journal.
@MainActor public final class DeviceWindow {
  private let window: Window
  private let device: Device
  private let list = Widget.column(spacing: 4).margins(8)
  private let pane: Widget
  public var onClose: (@MainActor () -> Void)? {
    get { window.onClose }
    set { window.onClose = newValue }
  }

  public init(_ device: Device) {
    self.device = device
    window = Window(title: "Phone", width: 1240, height: 920, style: DeviceStyle.css(isDark: Appearance.isDark))
    pane = Widget.scroll(list).filling()
    for entry in device.journal.entries { show(entry) }
    device.journal.observe { [weak self] in self?.show($0) }
    // The phone scrolls on a display that is too low for it.
    let phone = Widget.scroll(device.screen.widget.margins(12)).sized(width: 450).filling(across: false)
    window.show(Widget.row([phone, controls().margins(12).sized(width: 240).filling(across: false), pane]))
  }

  public func close() { window.close() }

  private func show(_ entry: Journal.Entry) {
    let place = entry.place.isEmpty ? "" : "\(entry.place): "
    let jar = entry.jar.map { "  [jar: \($0)]" } ?? ""
    let seconds = "\(entry.milliseconds / 1000).\(entry.milliseconds % 1000 / 100)"
    list.append(Widget.label("\(seconds)  \(place)\(entry.text)\(jar)", selectable: true).styled(entry.kind.rawValue))
    // Scroll when the new line has its height.
    device.errands.yield { [pane, device] in
      try? await device.time.sleep(for: .milliseconds(50))
      pane.scrollToEnd()
    }
  }

  private func controls() -> Widget {
    let device = device
    let column = Widget.column(
      spacing: 6,
      [
        Widget.label("Do").styled("heading"),
        Widget.button("Tap the app's icon") { device.startApp() },
        Widget.button("Kill the app") { device.killApp() },
        Widget.button("Kill the page's process") { device.killPage() },
        Widget.button("Network off / on") { device.setOnline(!device.isOnline) },
        Widget.label("Links").styled("heading"),
      ])
    func add<Choice: RawRepresentable<String> & CaseIterable & Equatable>(
      _ title: String, _ path: WritableKeyPath<LinkRules, Choice>
    ) {
      let cases = Array(Choice.allCases)
      let chosen = cases.firstIndex(of: device.rules[keyPath: path]) ?? 0
      column.append(Widget.label(title))
      column.append(
        Widget.choice(cases.map(\.rawValue), chosen: chosen) { device.rules[keyPath: path] = cases[$0] })
    }
    add("A redirect opens the app", \.redirect)
    add("Association file", \.association)
    add("Asked whether to open the app, the buyer", \.prompt)
    add("Links are delivered", \.delivery)
    add("A scheme of two apps goes to", \.schemeOwner)
    column.append(Widget.label("A tapped scheme asks"))
    column.append(Widget.choice(["yes", "no"], chosen: 0) { device.rules.asksForTappedScheme = $0 == 0 })
    column.append(Widget.label("The buyer prefers the website"))
    column.append(Widget.choice(["no", "yes"], chosen: 0) { device.rules.prefersWebsite = $0 == 1 })
    column.append(Widget.label("A thief with the same scheme"))
    column.append(
      Widget.choice(["not installed", "installed"], chosen: device.hasThief ? 1 : 0) { device.hasThief = $0 == 1 })
    return column
  }
}
