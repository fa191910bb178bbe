/// A program that drives a browser by the W3C WebDriver protocol: how it is started and what it is asked for.
public struct BrowserDriver: Sendable {
  /// The name of the program, looked up in `PATH`.
  public var executable: String
  public var arguments: [String]
  /// The words in its standard output that stand before the port on which it listens.
  public var announcement: String
  /// How often it is started until it names a port, for the one that it chose may have been taken meanwhile.
  public var starts = 5
  /// What to install when it is missing.
  public var installation: String
  /// The capabilities of a session with these options, without those that every driver takes.
  public var capabilities: @Sendable (BrowserOptions) -> [String: WebDriverValue]
  /// Whether it carries out Chrome's DevTools commands, which colour scheme and whole-page screenshots need.
  public var hasDevTools: Bool

  public init(
    executable: String, arguments: [String], announcement: String, installation: String, hasDevTools: Bool,
    capabilities: @escaping @Sendable (BrowserOptions) -> [String: WebDriverValue]
  ) {
    self.executable = executable
    self.arguments = arguments
    self.announcement = announcement
    self.installation = installation
    self.hasDevTools = hasDevTools
    self.capabilities = capabilities
  }
}

extension BrowserDriver {
  /// Chromium without a window, by ChromeDriver, which chooses a free port itself. It reaches this machine and no other.
  public static let chromium = BrowserDriver(
    executable: "chromedriver",
    arguments: ["--port=0"],
    announcement: "started successfully on port ",
    installation: "`make setup` installs it (on Debian: chromium and chromium-driver)",
    hasDevTools: true
  ) { options in
    [
      "browserName": "chrome",
      "goog:chromeOptions": [
        "args": [
          "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
          "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
          "--disable-extensions", "--disable-sync", "--no-first-run",
          "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
          .string("--window-size=\(options.width),\(options.height)"),
          .string("--lang=\(options.language)"),
        ],
        "prefs": ["intl.accept_languages": .string(options.language)],
        // A window cannot be as narrow as a phone; the emulated screen can.
        "mobileEmulation": [
          "deviceMetrics": [
            "width": .integer(Int64(options.width)), "height": .integer(Int64(options.height)),
            "pixelRatio": .integer(Int64(options.pixelRatio)), "mobile": true, "touch": false,
          ]
        ],
      ],
    ]
  }
}
