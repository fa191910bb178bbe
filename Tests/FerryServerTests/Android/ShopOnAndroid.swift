import Foundation

/// A shop's app on a device, which opens a Custom Tab and is led back by a link: as `Documentation/Android.md` has it, or
/// otherwise.
struct ShopOnAndroid {
  /// How an app is made.
  struct Arrangement: Sendable {
    var manifest: AndroidManifest
    /// What the tab is opened with.
    var tabFlags: AndroidIntent.Flags
    /// The tab lies on the activity that links lead to; else on the one that the icon starts.
    var opensTabOnLinked = true
    /// Whether an activity that the system has made anew does nothing but wait.
    var heedsRestoring = true
  }

  static let browser = AndroidManifest.Activity(name: "CustomTab", taskAffinity: "com.android.chrome")
  private static let page = AndroidManifest.Activity(
    name: "Browser", taskAffinity: "com.android.chrome.main", isLauncher: true)
  private static let messages = AndroidManifest.Activity(
    name: "Messages", taskAffinity: "messages", isLauncher: true)

  let arrangement: Arrangement
  /// Whether the browser starts apps with `FLAG_ACTIVITY_NEW_TASK`.
  let browserAsksForNewTask: Bool

  private(set) var stack = BackStack()
  /// The links that have reached the app.
  private(set) var links: [URL] = []
  /// How often the server was asked for a closed tab.
  private(set) var closings = 0
  private(set) var tabsOpened = 0
  /// Of the activities whose saved state says so: they were stopped with a tab open.
  private var away: Set<Int> = []

  private var manifest: AndroidManifest { arrangement.manifest }
  private var main: AndroidManifest.Activity { manifest.launcher ?? Self.page }
  private var linked: AndroidManifest.Activity { manifest.linked ?? Self.page }

  init(_ arrangement: Arrangement, browserAsksForNewTask: Bool) {
    self.arrangement = arrangement
    self.browserAsksForNewTask = browserAsksForNewTask
    tapIcon()
  }

  var tab: BackStack.Entry? { stack.entries.first { $0.activity.name == Self.browser.name } }
  var isTabInFront: Bool { stack.front?.activity.name == Self.browser.name }
  var isShopInFront: Bool { stack.front?.activity.name == main.name && stack.front?.isAlive == true }
  var isWaiting: Bool { stack.entries.contains { $0.activity.name == linked.name } }

  // MARK: What the buyer does

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

  /// To what he left, from the list of recent apps.
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

  /// A link opens in the tab, or, where there is none, in the browser itself.
  /// - Returns: Whether it reached the app.
  @discardableResult
  mutating func follow(_ link: AndroidLink) -> Bool {
    guard link.package ?? manifest.package == manifest.package, let activity = manifest.activity(for: link.url) else {
      return false
    }
    if tab == nil {
      stack.start(Self.page, of: "com.android.chrome", AndroidIntent(flags: .newTask, isLauncher: true))
      react()
    }
    let source = stack.front?.number
    let flags: AndroidIntent.Flags = browserAsksForNewTask ? .newTask : []
    stack.start(activity, of: manifest.package, AndroidIntent(url: link.url, flags: flags), from: source)
    react()
    return true
  }

  // MARK: What the app does

  private mutating func openTab(from number: Int) {
    tabsOpened += 1
    stack.start(Self.browser, of: "com.android.chrome", AndroidIntent(flags: arrangement.tabFlags), from: number)
  }

  private mutating func react() {
    while !stack.calls.isEmpty {
      switch stack.calls.removeFirst() {
      case .create(let number, let intent, let isRestored):
        if isRestored, arrangement.heedsRestoring { break }
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
