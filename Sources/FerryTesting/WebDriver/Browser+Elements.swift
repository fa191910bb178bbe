extension Browser {
  /// The first element that a CSS selector matches, waited for.
  /// - Parameter limit: how long to wait; the options' patience when nil.
  /// - Throws: `BrowserError.timedOut`.
  public func find(_ css: String, within limit: Duration? = nil) async throws -> BrowserElement {
    try await poll(for: "an element \(css)", within: limit) { try await findAll(css).first }
  }

  /// All elements that a CSS selector matches now.
  public func findAll(_ css: String) async throws -> [BrowserElement] {
    let found = try await perform("look for", css) {
      try await $0.post("/elements", ["using": "css selector", "value": .string(css)])
    }
    return (found.array ?? []).compactMap { reference in
      reference[BrowserElement.key]?.string.map { BrowserElement(id: $0, css: css, browser: self) }
    }
  }

  /// Whether an element is there now and visible.
  public func shows(_ css: String) async throws -> Bool {
    for element in try await findAll(css) {
      if try await isNotStale({ try await element.isDisplayed() }) == true { return true }
    }
    return false
  }

  /// Waits for the element and clicks it, as soon as it is visible and nothing covers it.
  /// - Throws: `BrowserError`: it never came, or never could be clicked.
  public func click(_ css: String, within limit: Duration? = nil) async throws {
    try await whenReady(css, within: limit, "be clicked") { try await $0.click() }
  }

  /// Waits for the field and replaces what is in it by typing.
  public func type(_ text: String, into css: String, within limit: Duration? = nil) async throws {
    try await whenReady(css, within: limit, "be typed into") { element in
      try await element.clear()
      try await element.type(text)
    }
  }

  /// The visible text of the first element that a CSS selector matches, waited for.
  public func text(_ css: String, within limit: Duration? = nil) async throws -> String {
    try await poll(for: "an element \(css)", within: limit) {
      guard let element = try await findAll(css).first else { return nil }
      return try await isNotStale { try await element.text() }
    }
  }

  /// Acts on an element once the browser takes the action. The codes retried mean that nothing was done.
  private func whenReady(
    _ css: String, within limit: Duration?, _ action: String, _ act: (BrowserElement) async throws -> Void
  ) async throws {
    let passing: Set = ["stale element reference", "element not interactable", "element click intercepted"]
    var last: BrowserError?
    do {
      try await poll(for: "\(css) to \(action)", within: limit) { () -> Void? in
        guard let element = try await findAll(css).first else {
          last = nil
          return nil
        }
        do {
          return try await act(element)
        } catch let error as BrowserError {
          guard case .refused(_, let code, _, _) = error, passing.contains(code) else { throw error }
          last = error
          return nil
        }
      }
    } catch let error as BrowserError {
      // The browser's own reason says more than that time ran out.
      if case .timedOut = error, let last { throw last }
      throw error
    }
  }

  /// The answer, or nil when the page replaced the element meanwhile.
  private func isNotStale<Value>(_ ask: () async throws -> Value) async throws -> Value? {
    do {
      return try await ask()
    } catch let error as BrowserError {
      if case .refused(_, "stale element reference", _, _) = error { return nil }
      throw error
    }
  }
}
