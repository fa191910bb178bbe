extension Browser {
  /// The first element that a CSS selector matches, waited for.
  /// - Parameter limit: The timeout; the options' patience if it is nil.
  /// - Throws: `BrowserError.timedOut`.
  public func find(_ css: String, within limit: Duration? = nil) async throws -> BrowserElement {
    try await poll(for: "an element \(css)", within: limit) { try await findAll(css).first }
  }

  /// All elements that a CSS selector matches now; none while another page replaces this one.
  func findAll(_ css: String) async throws -> [BrowserElement] {
    let found = try await unlessReplaced {
      try await perform("look for", css) {
        try await $0.post("/elements", ["using": "css selector", "value": .string(css)])
      }
    }
    return (found?.array ?? []).compactMap { reference in
      reference[BrowserElement.key]?.string.map { BrowserElement(id: $0, css: css, browser: self) }
    }
  }

  /// True if an element exists and is visible now.
  public func shows(_ css: String) async throws -> Bool {
    for element in try await findAll(css) {
      if try await unlessReplaced({ try await element.isDisplayed() }) == true { return true }
    }
    return false
  }

  /// Waits for the element and clicks it, as soon as it is visible and nothing covers it.
  /// - Throws: `BrowserError` if it does not come, or cannot be clicked in time.
  public func click(_ css: String, within limit: Duration? = nil) async throws {
    try await whenReady(css, within: limit, "be clicked") { try await $0.click() }
  }

  /// Moves the pointer onto an element and presses its button until `release()` (W3C WebDriver §15.7).
  package func press(_ css: String) async throws {
    let element = try await find(css)
    try await point([
      [
        "type": "pointerMove", "duration": 0, "x": 0, "y": 0,
        "origin": .object([BrowserElement.key: .string(element.id)]),
      ],
      ["type": "pointerDown", "button": 0],
    ])
  }

  package func release() async throws { try await point([["type": "pointerUp", "button": 0]]) }

  private func point(_ actions: [WebDriverValue]) async throws {
    let pointer: WebDriverValue = [
      "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": .array(actions),
    ]
    _ = try await perform("move the pointer") { try await $0.post("/actions", ["actions": [pointer]]) }
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
      return try await unlessReplaced { try await element.text() }
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

  /// The codes for an element, or a whole page, that is gone. WebKit's driver gives the second one while a page is replaced.
  private static let replaced: Set = ["stale element reference", "no such frame"]

  /// The answer to a question, or nil when it was asked of something that was replaced meanwhile. Not for actions: a click
  /// that has loaded another page would be repeated there.
  private func unlessReplaced<Value>(_ ask: () async throws -> Value) async throws -> Value? {
    do {
      return try await ask()
    } catch let error as BrowserError {
      if case .refused(_, let code, _, _) = error, Self.replaced.contains(code) { return nil }
      throw error
    }
  }
}

extension Browser {
  /// Waits until an element is there and visible.
  @discardableResult
  public func waitFor(css: String, within limit: Duration? = nil) async throws -> BrowserElement {
    try await poll(for: "a visible element \(css)", within: limit) {
      guard try await shows(css) else { return nil }
      return try await findAll(css).first
    }
  }

  /// Waits until the URL of a loaded page contains a text.
  /// - Returns: the URL.
  @discardableResult
  public func waitFor(url part: String, within limit: Duration? = nil) async throws -> String {
    try await poll(for: "a URL with \(BrowserError.Place(url: part, title: "").url)", within: limit) {
      try await unlessReplaced {
        let url = try await url()
        return try await execute("return document.readyState") == "complete" && url.contains(part) ? url : nil
      } ?? nil
    }
  }

  /// Waits until a visible part of the page contains a text.
  public func waitFor(text: String, within limit: Duration? = nil) async throws {
    try await poll(for: "the text \"\(text)\"", within: limit) {
      let isThere = try await unlessReplaced {
        try await execute(
          "return document.body !== null && document.body.innerText.includes(arguments[0])", [.string(text)])
      }
      return isThere == true ? () : nil
    }
  }
}

/// An element of the page that was shown when it was found.
public struct BrowserElement: Sendable {
  /// The protocol refers to elements in JSON by this name (W3C WebDriver §12.2).
  static let key = "element-6066-11e4-a52e-4f735466cecf"

  let id: String
  let css: String
  let browser: Browser

  public func click() async throws { _ = try await perform("click") { try await $0.post(path("/click")) } }

  /// Types after what is there already.
  public func type(_ text: String) async throws {
    _ = try await perform("type into") { try await $0.post(path("/value"), ["text": .string(text)]) }
  }

  /// Empties a field.
  public func clear() async throws { _ = try await perform("empty") { try await $0.post(path("/clear")) } }

  /// The text as a person sees it.
  public func text() async throws -> String {
    try await perform("read") { try await $0.get(path("/text")) }.string ?? ""
  }

  func isDisplayed() async throws -> Bool {
    try await perform("look at") { try await $0.get(path("/displayed")) }.bool ?? false
  }

  /// The role for assistive technology, such as "button".
  public func role() async throws -> String {
    try await perform("tell the role of") { try await $0.get(path("/computedrole")) }.string ?? ""
  }

  /// The name for assistive technology.
  public func accessibleName() async throws -> String {
    try await perform("tell the name of") { try await $0.get(path("/computedlabel")) }.string ?? ""
  }

  private func path(_ command: String) -> String { "/element/\(id)\(command)" }

  private func perform(_ command: String, _ send: (WebDriverSession) async throws -> WebDriverValue) async throws
    -> WebDriverValue
  {
    try await browser.perform(command, css, send)
  }
}
