extension Browser {
  /// Waits until an element is there and visible.
  @discardableResult
  public func waitFor(css: String, within limit: Duration? = nil) async throws -> BrowserElement {
    try await poll(for: "a visible element \(css)", within: limit) {
      guard try await shows(css) else { return nil }
      return try await findAll(css).first
    }
  }

  /// Waits until no such element is visible.
  public func waitForNo(css: String, within limit: Duration? = nil) async throws {
    try await poll(for: "\(css) to go", within: limit) { try await shows(css) ? nil : () }
  }

  /// Waits until the URL of a loaded page contains a text.
  /// - Returns: the URL.
  @discardableResult
  public func waitFor(url part: String, within limit: Duration? = nil) async throws -> String {
    try await poll(for: "a URL with \(BrowserError.Place(url: part, title: "").url)", within: limit) {
      let url = try await url()
      guard url.contains(part) else { return nil }
      return try await execute("return document.readyState") == "complete" ? url : nil
    }
  }

  /// Waits until a visible part of the page contains a text.
  public func waitFor(text: String, within limit: Duration? = nil) async throws {
    try await poll(for: "the text \"\(text)\"", within: limit) {
      let isThere = try await execute(
        "return document.body !== null && document.body.innerText.includes(arguments[0])", [.string(text)])
      return isThere == true ? () : nil
    }
  }
}
