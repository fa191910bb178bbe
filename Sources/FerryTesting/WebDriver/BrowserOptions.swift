public import FerryCore

/// What a browser for a test is like. A phone's screen, unless told otherwise.
public struct BrowserOptions: Sendable {
  /// What a page is told by `prefers-color-scheme`.
  public enum Appearance: String, Sendable, CaseIterable {
    case light
    case dark
  }

  public var driver: BrowserDriver = .chromium
  /// The page's width and height in CSS pixels.
  public var width = 390
  public var height = 844
  /// Pixels of a screenshot per CSS pixel.
  public var pixelRatio = 2
  /// The buyer's language as a tag, such as "ja": `Accept-Language` and `navigator.language`.
  public var language = "en"
  public var appearance = Appearance.light
  /// Whether certificates that no known authority signed are accepted.
  public var acceptsUnknownCertificates = false
  /// How long an element or a condition may take to come before that is an error. Few cores, a browser and a server:
  /// patience costs nothing where nothing is wrong.
  public var patience: Duration = .seconds(60)
  /// The clock that waiting goes by.
  public var time: any Timekeeper = SystemTime()
  /// The folder of `screenshot(named:)`, in the working directory unless absolute.
  public var screenshots = "build/screenshots"

  public init() {}

  /// - Parameter language: a language tag such as "ja".
  public init(language: String, appearance: Appearance = .light) {
    self.language = language
    self.appearance = appearance
  }
}
