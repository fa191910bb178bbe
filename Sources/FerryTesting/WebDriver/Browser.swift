import FerryCore

/// A browser under a test's control. Valid within the body of `withBrowser` only.
public struct Browser: Sendable {
  public let options: BrowserOptions
  let session: WebDriverSession

  static func start(port: Int, _ options: BrowserOptions) async throws -> Browser {
    var capabilities = options.driver.capabilities(options)
    capabilities["acceptInsecureCerts"] = .bool(options.acceptsUnknownCertificates)
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

  /// Ends the session and with it the browser. A browser that has gone already is no error.
  func quit() async {
    _ = try? await session.delete()
  }

  /// Where the browser is, for an error; nil when it cannot say.
  func place() async -> BrowserError.Place? {
    guard let url = try? await session.get("/url").string, let title = try? await session.get("/title").string else {
      return nil
    }
    return BrowserError.Place(url: url, title: title)
  }

  /// Sends a command; a refusal becomes an error that says what was asked and where.
  func perform(
    _ command: String, _ subject: String? = nil, _ send: (WebDriverSession) async throws -> WebDriverValue
  ) async throws -> WebDriverValue {
    do {
      return try await send(session)
    } catch let refusal as WebDriverSession.Refusal {
      throw BrowserError.refused(command: command, code: refusal.code, subject: subject, place: await place())
    }
  }

  /// Asks again and again until there is an answer.
  /// - Throws: `BrowserError.timedOut`, or what an attempt throws.
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
