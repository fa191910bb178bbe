public import FerryCore
public import PhoneRules
public import PhoneWebKit

/// The phone's configuration.
public struct DeviceSetup: Sendable {
  /// The address of shop and checkout server: "https://localhost:3443".
  public var server: String
  /// The provider's sandbox: "https://127.0.0.1:3444".
  public var sandbox: String
  public var app: InstalledApp
  /// Another app that claims the same scheme.
  public var thief: InstalledApp
  public var kind: AppKind
  /// PEM file of the one authority that the phone trusts.
  public var authority: String?
  /// The folder for data that survives jars and apps.
  public var folder: String
  public var language: Language

  public enum AppKind: String, Sendable, Codable, CaseIterable {
    /// The shop's own pages in a web view.
    case webView = "web-view"
    /// The shop's own pages in a web view, with the review in the secure browser.
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

/// A process of an app on the phone, from launch to end.
@MainActor public protocol PhoneApp: AnyObject {
  var screen: Widget { get }
  /// The web view, if the app has one.
  var webView: WebView? { get }
  /// The text on its native screen.
  var state: String { get }
  /// A control of its native screen.
  func control(_ name: String) -> Widget?

  /// The process starts. `link` is in the options of the scene's connection, if any.
  func launch(link: String?)
  /// The window appears.
  func showWindow()
  func receive(_ link: String, by entry: DeliveryStep.Entry)
  /// The app comes to the foreground.
  func comeToFront()
  /// The process ends without a notice to the app.
  func end()
}

/// Another app that claims the shop's scheme and stores the links that it receives.
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
