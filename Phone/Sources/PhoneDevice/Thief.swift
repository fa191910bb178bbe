public import PhoneRules
internal import PhoneWebKit

/// Another app that claims the shop's scheme and keeps what it is handed.
@MainActor public final class Thief {
  public let app: InstalledApp
  public private(set) var loot: [String] = []
  let screen: Widget
  private let words = Widget.label("Nothing stolen yet.")
  private let journal: Journal

  init(_ app: InstalledApp, journal: Journal) {
    self.app = app
    self.journal = journal
    screen = Widget.column(spacing: 12, [Widget.label(app.name).styled("title"), words]).margins(24).styled("thief")
  }

  func receive(_ url: String) {
    loot.append(url)
    words.setText("Stolen links: \(loot.count)")
    journal.note(.app, "takes the link", at: app.name)
  }
}
