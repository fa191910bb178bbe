public import FerryCore
public import PhoneRules
public import PhoneWebKit

/// What the phone is told when it is switched on.
public struct DeviceSetup: Sendable {
  /// Shop and checkout server: "https://localhost:3443".
  public var server: String
  /// The provider's stand-in: "https://127.0.0.1:3444".
  public var sandbox: String
  public var app: InstalledApp
  /// Another app that claims the same scheme.
  public var thief: InstalledApp
  public var kind: AppKind
  /// PEM file of the one authority that the phone trusts.
  public var authority: String?
  /// Where jars and apps keep what outlives them.
  public var folder: String
  public var language: Language

  public enum AppKind: String, Sendable, Codable, CaseIterable {
    /// The shop's own pages in a web view.
    case webView = "web-view"
    /// The same, with the review in the secure browser.
    case firstGeneration = "first-generation"
    /// Native screens.
    case native
  }

  public init(
    server: String, sandbox: String, app: InstalledApp, thief: InstalledApp, kind: AppKind, authority: String?,
    folder: String, language: Language
  ) {
    self.server = server
    self.sandbox = sandbox
    self.app = app
    self.thief = thief
    self.kind = kind
    self.authority = authority
    self.folder = folder
    self.language = language
  }
}

/// An app's process on the phone, from launch to end.
@MainActor public protocol PhoneApp: AnyObject {
  var screen: Widget { get }
  /// Its web view, where it has one.
  var webView: WebView? { get }
  /// What a person reads on its native screen.
  var state: String { get }
  /// A control of its native screen.
  func control(_ name: String) -> Widget?

  /// The process starts. A scene that is connected by a link has it in its options.
  func launch(link: String?)
  /// Its window comes up.
  func showWindow()
  func receive(_ link: String, by entry: DeliveryStep.Entry)
  /// The buyer has the app before him again.
  func comeToFront()
  /// The process is gone, without a word to the app.
  func end()
}

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
