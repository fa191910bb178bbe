public import FerryCore
public import PhoneRules

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
