import FerryCore
import Foundation

/// A browser that a test controls. Valid in the body of `withBrowser` only.
public struct Browser: Sendable {
  public let options: BrowserOptions
  let session: WebDriverSession

  static func start(port: Int, _ options: BrowserOptions) async throws -> Browser {
    var capabilities = options.driver.capabilities(options)
    capabilities["timeouts"] = [
      "implicit": 0, "pageLoad": .integer(WebDriverSession.limitSeconds * 1000),
      "script": .integer(WebDriverSession.limitSeconds * 1000),
    ]
    do {
      let session = try await WebDriverSession.open(port: port, capabilities: capabilities)
      let browser = Browser(options: options, session: session)
      try await browser.applyAppearance()
      return browser
    } catch let refusal as WebDriverSession.Refusal {
      // No page is open yet, so the driver's own words hold nothing of a page.
      throw BrowserError.driverFailed(
        "\(options.driver.executable) could not start its browser: \(refusal.code): \(refusal.firstLine). "
          + options.driver.installation + ".")
    }
  }

  /// Ends the session and the browser. A browser that has ended already is not an error.
  func quit() async { _ = try? await session.delete() }

  /// The present page, for an error; nil if the browser does not answer.
  func place() async -> BrowserError.Place? {
    guard let url = try? await session.get("/url").string, let title = try? await session.get("/title").string else {
      return nil
    }
    return BrowserError.Place(url: url, title: title)
  }

  /// Sends a command. A refusal becomes an error that names the command and the page.
  func perform(
    _ command: String, _ subject: String? = nil, _ send: (WebDriverSession) async throws -> WebDriverValue
  ) async throws -> WebDriverValue {
    do {
      return try await send(session)
    } catch let refusal as WebDriverSession.Refusal {
      throw BrowserError.refused(command: command, code: refusal.code, subject: subject, place: await place())
    }
  }

  /// Repeats an attempt until it has an answer.
  /// - Throws: `BrowserError.timedOut`, or the error of an attempt.
  func poll<Value>(
    for subject: String, within limit: Duration?, _ attempt: () async throws -> Value?
  ) async throws -> Value {
    let limit = limit ?? options.patience
    let end = options.time.now + limit
    while true {
      if let value = try await attempt() { return value }
      guard options.time.now < end else {
        throw BrowserError.timedOut(waitingFor: subject, within: limit, place: await place())
      }
      try await options.time.sleep(for: .milliseconds(50))
    }
  }
}

extension Browser {
  /// Loads a page and waits until it has loaded.
  public func open(_ url: String) async throws {
    _ = try await perform("open", BrowserError.Place(url: url, title: "").url) {
      try await $0.post("/url", ["url": .string(url)])
    }
  }

  /// The URL of the page shown.
  public func url() async throws -> String {
    try await perform("tell its URL") { try await $0.get("/url") }.string ?? ""
  }

  /// The title of the page shown.
  public func title() async throws -> String {
    try await perform("tell its title") { try await $0.get("/title") }.string ?? ""
  }

  /// As a press of the Back button.
  public func back() async throws { _ = try await perform("go back") { try await $0.post("/back") } }
  public func reload() async throws { _ = try await perform("reload") { try await $0.post("/refresh") } }

  /// Runs script in the page as a function's body; `arguments` are its `arguments`. For reading, not for clicking.
  /// - Returns: what the script returns, as JSON.
  @discardableResult
  public func execute(_ script: String, _ arguments: [WebDriverValue] = []) async throws -> WebDriverValue {
    try await perform("run a script") {
      try await $0.post("/execute/sync", ["script": .string(script), "args": .array(arguments)])
    }
  }
}

extension Browser {
  /// Waits until a page or a redirect leads to an app's link. There is no app, so the page that led there stays. Needs
  /// `BrowserOptions.recordsRequests`. Earlier requests are forgotten.
  /// - Parameter scheme: The app's custom scheme: "tablets".
  /// - Returns: The link, as the browser would hand it to the system.
  public func waitFor(appLink scheme: String, within limit: Duration? = nil) async throws -> String {
    guard options.recordsRequests, options.driver.hasDevTools else {
      throw BrowserError.unsupported("\(options.driver.executable) does not record its requests.")
    }
    return try await poll(for: "a link of the scheme \(scheme)", within: limit) {
      let entries = try await perform("tell its requests") { try await $0.post("/se/log", ["type": "performance"]) }
      return try (entries.array ?? []).compactMap { entry -> String? in
        let text = entry["message"]?.string ?? ""
        // Most entries are of pages. This comparison is much faster than reading them all.
        guard text.contains(scheme + "://") else { return nil }
        let message = try JSONDecoder().decode(WebDriverValue.self, from: Data(text.utf8))["message"]
        guard message?["method"] == "Network.requestWillBeSent" else { return nil }
        return message?["params"]?["request"]?["url"]?.string.flatMap { $0.hasPrefix(scheme + "://") ? $0 : nil }
      }.first
    }
  }
}

/// A tab of a browser.
public struct BrowserTab: Hashable, Sendable {
  let handle: String
}

extension Browser {
  /// The tab that receives commands.
  public func currentTab() async throws -> BrowserTab {
    BrowserTab(handle: try await perform("tell its tab") { try await $0.get("/window") }.string ?? "")
  }

  /// Opens an empty tab and switches to it.
  @discardableResult
  public func newTab() async throws -> BrowserTab {
    let opened = try await perform("open a tab") { try await $0.post("/window/new", ["type": "tab"]) }
    let tab = BrowserTab(handle: opened["handle"]?.string ?? "")
    try await switchTo(tab)
    return tab
  }

  /// Waits until so many tabs are open, windows that a page has opened included.
  /// - Returns: the tabs, in no order.
  @discardableResult
  public func waitFor(tabs count: Int, within limit: Duration? = nil) async throws -> [BrowserTab] {
    try await poll(for: "\(count) tabs", within: limit) {
      let handles = try await perform("list its tabs") { try await $0.get("/window/handles") }.array ?? []
      return handles.count == count ? handles.compactMap { $0.string.map(BrowserTab.init) } : nil
    }
  }

  /// Sends the commands that follow to a tab.
  public func switchTo(_ tab: BrowserTab) async throws {
    _ = try await perform("switch to a tab") { try await $0.post("/window", ["handle": .string(tab.handle)]) }
    try await applyAppearance()
  }
}

extension Browser {
  /// Sends the commands that follow to the page in a frame, which may be of another site.
  public func switchTo(frame css: String) async throws {
    let frame = try await find(css)
    _ = try await perform("switch to a frame", css) {
      try await $0.post("/frame", ["id": .object([BrowserElement.key: .string(frame.id)])])
    }
  }

  /// Sends the commands that follow to the tab's own page.
  public func switchToPage() async throws {
    _ = try await perform("switch to the page") { try await $0.post("/frame", ["id": .null]) }
  }
}
