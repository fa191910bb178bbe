internal import FerryCore
public import PhoneRules
internal import PhoneWebKit

/// Another app that claims the shop's scheme and keeps what it is handed.
@MainActor public final class Thief {
  public let app: InstalledApp
  public private(set) var loot: [String] = []
  let screen: Widget
  private let words: Widget
  private let language: Language
  private let journal: Journal

  init(_ app: InstalledApp, journal: Journal, _ language: Language) {
    self.app = app
    self.journal = journal
    self.language = language
    words = Widget.label(DeviceText.nothingStolen(language))
    screen = Widget.column(spacing: 8, [Widget.label(app.name).styled("large-title"), words]).styled("thief-screen")
  }

  func receive(_ url: String) {
    loot.append(url)
    words.setText(DeviceText.stolen(loot.count)(language))
    journal.note(.app, "takes the link", at: app.name)
  }
}
