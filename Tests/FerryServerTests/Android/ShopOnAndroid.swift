import FerryModule
import Foundation

/// A shop's app on a device, which opens a Custom Tab and returns by a link: as in `Documentation/Android.md`, or
/// otherwise.
struct ShopOnAndroid {
  /// The construction of an app.
  struct Arrangement: Sendable {
    var manifest: AndroidManifest
    /// The flags of the intent that opens the tab.
    var tabFlags: AndroidIntent.Flags
    /// The browser that the tab's intent names; nil for the one that the buyer prefers.
    var tabPackage: String?
    /// True if the app catches that the named browser is missing, and says so.
    var handlesMissingBrowser: Bool
    /// True if the tab is above the activity that links lead to; else it is above the one that the icon starts.
    var opensTabOnLinked = true
    /// True if an activity that the system has recreated only waits.
    var detectsRestoring = true
  }

  /// The browsers of a device, by their packages.
  struct Browsers: Hashable, Sendable {
    var installed: Set<String>
    var preferred: String

    static let chrome = "com.android.chrome"
    static let other = "org.mozilla.firefox"
    static let chromeAlone = Browsers(installed: [chrome], preferred: chrome)
    static let otherPreferred = Browsers(installed: [chrome, other], preferred: other)
    static let otherAlone = Browsers(installed: [other], preferred: other)
  }

  private static let tabName = "CustomTab"
  private static let page = AndroidManifest.Activity(name: "Browser", taskAffinity: "browser", isLauncher: true)
  private static let messages = AndroidManifest.Activity(
    name: "Messages", taskAffinity: "messages", isLauncher: true)

  let arrangement: Arrangement
  let browsers: Browsers
  /// True if the browser starts apps with `FLAG_ACTIVITY_NEW_TASK`.
  let browserAsksForNewTask: Bool

  private(set) var stack = BackStack()
  /// The links that have reached the app.
  private(set) var links: [URL] = []
  /// Number of requests to the server after a tab was closed.
  private(set) var closings = 0
  private(set) var tabsOpened = 0
  /// Number of messages to the buyer that the browser is missing.
  private(set) var missingTold = 0
  private(set) var hasCrashed = false
  /// Activities whose saved state says that they were stopped with an open tab.
  private var away: Set<Int> = []

  private var manifest: AndroidManifest { arrangement.manifest }
  private var main: AndroidManifest.Activity { manifest.launcher ?? Self.page }
  private var linked: AndroidManifest.Activity { manifest.linked ?? Self.page }

  init(_ arrangement: Arrangement, on browsers: Browsers, browserAsksForNewTask: Bool) {
    self.arrangement = arrangement
    self.browsers = browsers
    self.browserAsksForNewTask = browserAsksForNewTask
    tapIcon()
  }

  var tab: BackStack.Entry? { stack.entries.first { $0.activity.name == Self.tabName } }
  var isTabInFront: Bool { stack.front?.activity.name == Self.tabName }
  var isShopInFront: Bool { stack.front?.activity.name == main.name && stack.front?.isAlive == true }
  var isWaiting: Bool { stack.entries.contains { $0.activity.name == linked.name } }

  // MARK: The buyer

  mutating func pay() {
    guard let front = stack.front else { return }
    if arrangement.opensTabOnLinked {
      stack.start(linked, of: manifest.package, AndroidIntent(), from: front.number)
    } else {
      openTab(from: front.number)
    }
    react()
  }

  mutating func tapIcon() {
    stack.start(main, of: manifest.package, AndroidIntent(flags: .newTask, isLauncher: true))
    react()
  }

  /// Reads the code that the bank has sent.
  mutating func readMessages() {
    stack.start(Self.messages, of: "messages", AndroidIntent(flags: .newTask, isLauncher: true))
    react()
  }

  mutating func goHome() {
    stack.goHome()
    react()
  }

  /// Returns to the app from the list of recent apps.
  mutating func comeBack(to affinity: String) {
    stack.bringBack(affinity)
    react()
  }

  var leftBehind: String { stack.tasks.last?.affinity ?? "" }

  mutating func pressBack() {
    stack.back()
    react()
  }

  mutating func kill() { stack.kill(manifest.package) }

  /// A link opens in the tab, or, if there is none, in the browser itself.
  /// - Returns: True if it reached the app.
  @discardableResult
  mutating func follow(_ link: AndroidLink) -> Bool {
    guard link.package ?? manifest.package == manifest.package, let activity = manifest.activity(for: link.url) else {
      return false
    }
    if tab == nil {
      stack.start(Self.page, of: browsers.preferred, AndroidIntent(flags: .newTask, isLauncher: true))
      react()
    }
    let source = stack.front?.number
    let flags: AndroidIntent.Flags = browserAsksForNewTask ? .newTask : []
    stack.start(activity, of: manifest.package, AndroidIntent(url: link.url, flags: flags), from: source)
    react()
    return true
  }

  // MARK: The app

  private mutating func openTab(from number: Int) {
    let package = arrangement.tabPackage ?? browsers.preferred
    guard browsers.installed.contains(package) else {
      guard arrangement.handlesMissingBrowser else { return hasCrashed = true }
      missingTold += 1
      if name(of: number) == linked.name { leave(number) }
      return
    }
    tabsOpened += 1
    stack.start(
      AndroidManifest.Activity(name: Self.tabName, taskAffinity: package), of: package,
      AndroidIntent(flags: arrangement.tabFlags), from: number)
  }

  private mutating func react() {
    while !stack.calls.isEmpty {
      switch stack.calls.removeFirst() {
      case .create(let number, let intent, let isRestored):
        if isRestored, arrangement.detectsRestoring { break }
        begin(number, intent)
      case .newIntent(let number, let intent):
        away.remove(number)
        begin(number, intent)
      case .stop(let number):
        if name(of: number) == linked.name { away.insert(number) }
      case .resume(let number):
        guard away.contains(number), stack.front?.number == number else { break }
        closings += 1
        leave(number)
      }
    }
  }

  private mutating func begin(_ number: Int, _ intent: AndroidIntent) {
    guard name(of: number) == linked.name else { return }
    if let url = intent.url {
      links.append(url)
      leave(number)
    } else if arrangement.opensTabOnLinked {
      openTab(from: number)
    }
  }

  private mutating func leave(_ number: Int) {
    if stack.isRoot(number) { stack.start(main, of: manifest.package, AndroidIntent(), from: number) }
    stack.finish(number)
  }

  private func name(of number: Int) -> String? {
    stack.entries.first { $0.number == number }?.activity.name
  }
}
