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
  public func back() async throws {
    _ = try await perform("go back") { try await $0.post("/back") }
  }

  /// As a press of the Forward button.
  public func forward() async throws {
    _ = try await perform("go forward") { try await $0.post("/forward") }
  }

  public func reload() async throws {
    _ = try await perform("reload") { try await $0.post("/refresh") }
  }

  /// Runs script in the page as a function's body; `arguments` are its `arguments`. For looking, not for clicking.
  /// - Returns: what the script returns, as JSON.
  @discardableResult
  public func execute(_ script: String, _ arguments: [WebDriverValue] = []) async throws -> WebDriverValue {
    try await perform("run a script") {
      try await $0.post("/execute/sync", ["script": .string(script), "args": .array(arguments)])
    }
  }
}
