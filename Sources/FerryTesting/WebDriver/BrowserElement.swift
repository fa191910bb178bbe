/// An element of the page that was shown when it was found.
public struct BrowserElement: Sendable {
  /// The name under which the protocol refers to elements in JSON (W3C WebDriver §12.2).
  static let key = "element-6066-11e4-a52e-4f735466cecf"

  let id: String
  let css: String
  let browser: Browser

  /// The element as an argument of `Browser.execute`.
  public var reference: WebDriverValue { [Self.key: .string(id)] }

  public func click() async throws {
    _ = try await perform("click") { try await $0.post(path("/click")) }
  }

  /// Types after what is there already.
  public func type(_ text: String) async throws {
    _ = try await perform("type into") { try await $0.post(path("/value"), ["text": .string(text)]) }
  }

  /// Empties a field.
  public func clear() async throws {
    _ = try await perform("empty") { try await $0.post(path("/clear")) }
  }

  /// The text as a person sees it.
  public func text() async throws -> String {
    try await perform("read") { try await $0.get(path("/text")) }.string ?? ""
  }

  /// The attribute as written in the document, or nil.
  public func attribute(_ name: String) async throws -> String? {
    try await perform("read \(name) of") { try await $0.get(path("/attribute/\(name)")) }.string
  }

  /// A property of the element's object, such as a field's present `value`.
  public func property(_ name: String) async throws -> WebDriverValue {
    try await perform("read \(name) of") { try await $0.get(path("/property/\(name)")) }
  }

  public func isDisplayed() async throws -> Bool {
    try await perform("look at") { try await $0.get(path("/displayed")) }.bool ?? false
  }

  public func isEnabled() async throws -> Bool {
    try await perform("look at") { try await $0.get(path("/enabled")) }.bool ?? false
  }

  /// Whether a checkbox or radio button is on, or an option chosen.
  public func isSelected() async throws -> Bool {
    try await perform("look at") { try await $0.get(path("/selected")) }.bool ?? false
  }

  /// The role that assistive technology is told, such as "button".
  public func role() async throws -> String {
    try await perform("tell the role of") { try await $0.get(path("/computedrole")) }.string ?? ""
  }

  /// The name that assistive technology is told.
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
