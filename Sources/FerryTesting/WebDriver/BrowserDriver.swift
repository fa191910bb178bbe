public import FerryCore
import Foundation

/// A program that drives a browser by the W3C WebDriver protocol.
public struct BrowserDriver: Sendable {
  /// The name of the program, looked up in `PATH`.
  public var executable: String
  public var arguments: [String]
  /// The words before the port number in its standard output.
  public var announcement: String
  /// The number of attempts to start it: its port may be taken meanwhile.
  public var starts = 5
  /// The advice if it is missing.
  public var installation: String
  /// True if it supports Chrome's DevTools commands, which colour scheme and whole-page screenshots need.
  public var hasDevTools: Bool
  /// The capabilities of a session with these options, without those that every driver takes.
  public var capabilities: @Sendable (BrowserOptions) -> [String: WebDriverValue]
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
    let capabilities: [String: WebDriverValue] = [
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
            // Pixels of a screenshot per CSS pixel.
            "pixelRatio": 2, "mobile": true, "touch": false,
          ]
        ],
      ],
    ]
    guard options.recordsRequests else { return capabilities }
    return capabilities.merging(["goog:loggingPrefs": ["performance": "ALL"]]) { own, _ in own }
  }
}

extension BrowserDriver {
  /// WebKitGTK's MiniBrowser on a virtual screen, by WebKitWebDriver. The driver does not print its port, so a shell selects
  /// one below the system's ephemeral ports and prints it once the driver listens. This is the driver of GTK 3, because that
  /// of GTK 4 accepts no clicks; the engine is the same.
  public static let webKit = BrowserDriver(
    executable: "bash",
    arguments: [
      "-c",
      """
      port=$((20000 + $$ % 12000))
      LANG=C.UTF-8 xvfb-run -a WebKitWebDriver --port=$port &
      for _ in {1..300}; do
        kill -0 $! 2>/dev/null || exit 1
        if (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; then echo "WebKit listens on port $port"; wait; exit; fi
        sleep 0.1
      done
      echo "WebKitWebDriver does not listen"
      kill $!
      """,
    ],
    announcement: "WebKit listens on port ",
    installation: "`make setup` installs it (on Debian: webkit2gtk-driver and xvfb)",
    hasDevTools: false
  ) { _ in
    ["webkitgtk:browserOptions": ["binary": .string(miniBrowser), "args": ["--automation"]]]
  }

  /// Debian keeps it in a folder of the machine's architecture.
  private static var miniBrowser: String {
    let folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map { "/usr/lib/\($0)/webkit2gtk-4.1/MiniBrowser" }
    return folders.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "MiniBrowser"
  }
}

/// The options of a browser for a test. The default screen is a phone's.
public struct BrowserOptions: Sendable {
  /// The value of `prefers-color-scheme`.
  public enum Appearance: String, Sendable, CaseIterable {
    case light
    case dark
  }

  public var driver: BrowserDriver = .chromium
  /// The page's width and height in CSS pixels.
  public var width = 390
  public var height = 844
  /// The buyer's language as a tag, such as "ja": `Accept-Language` and `navigator.language`.
  public var language = "en"
  public var appearance = Appearance.light
  /// True if the browser records its requests, which `waitFor(appLink:)` needs. Chromium alone can.
  public var recordsRequests = false
  /// The timeout for an element or a condition. It is long, because a test machine may be slow.
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
