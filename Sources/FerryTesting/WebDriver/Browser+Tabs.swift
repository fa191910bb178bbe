/// A tab of a browser.
public struct BrowserTab: Hashable, Sendable {
  let handle: String
}

extension Browser {
  /// The tab that commands go to.
  public func currentTab() async throws -> BrowserTab {
    BrowserTab(handle: try await perform("tell its tab") { try await $0.get("/window") }.string ?? "")
  }

  /// All tabs, in no particular order.
  public func tabs() async throws -> [BrowserTab] {
    let handles = try await perform("tell its tabs") { try await $0.get("/window/handles") }
    return (handles.array ?? []).compactMap { $0.string.map(BrowserTab.init(handle:)) }
  }

  /// Opens an empty tab and switches to it.
  @discardableResult
  public func newTab() async throws -> BrowserTab {
    let opened = try await perform("open a tab") { try await $0.post("/window/new", ["type": "tab"]) }
    let tab = BrowserTab(handle: opened["handle"]?.string ?? "")
    try await switchTo(tab)
    return tab
  }

  /// Sends the commands that follow to a tab.
  public func switchTo(_ tab: BrowserTab) async throws {
    _ = try await perform("switch to a tab") { try await $0.post("/window", ["handle": .string(tab.handle)]) }
    try await applyAppearance()
  }

  /// Closes the current tab and switches to one that is left. The last one stays open.
  public func closeTab() async throws {
    guard try await tabs().count > 1 else { return }
    let left = try await perform("close a tab") { try await $0.delete("/window") }
    if let handle = left.array?.first?.string { try await switchTo(BrowserTab(handle: handle)) }
  }
}
