import FerryCore
import FerryLinks
import FerryServer
import FerryWeb
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("The Custom Tab of an app on Android")
struct CustomTabTests {
  typealias Arrangement = ShopOnAndroid.Arrangement

  // MARK: The arrangement of the guide

  /// A code block of the guide, found by its language and a word in it.
  static func block(_ language: String, with word: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Documentation/Android.md")
    let guide = try String(contentsOf: root.standardizedFileURL, encoding: .utf8)
    let blocks = guide.split(separator: "```\(language)\n").dropFirst().compactMap { part in
      part.range(of: "\n```").map { String(part[..<$0.lowerBound]) }
    }
    return try #require(blocks.first { $0.contains(word) })
  }

  static func guide() throws -> Arrangement {
    let app = try #require(try TestServer.configuration().apps.first { $0.id == "shop-android" })
    guard case .android(let android) = app.platform else { throw NotAndroid() }
    let activities = try block("xml", with: "<activity")
    let manifest = AndroidManifest(
      "<application xmlns:android=\"http://schemas.android.com/apk/res/android\">\(activities)</application>",
      package: android.package)
    try #require(manifest.activities.count == 2)
    let program = try block("kotlin", with: "CustomTabsIntent")
    return Arrangement(
      manifest: manifest, tabFlags: AndroidIntent.Flags(in: program),
      tabPackage: program.firstMatch(of: /\.setPackage\("([^"]+)"\)/).map { String($0.1) },
      handlesMissingBrowser: program.contains(/launchUrl[^}]*}\s*catch \(\w+: ActivityNotFoundException\)/),
      detectsRestoring: program.contains("if (state == null)"))
  }

  private struct NotAndroid: Error {}

  // MARK: Events during the payment

  enum Turn: CaseIterable, Hashable {
    /// Reads the code in a message, and returns by the list of recent apps, or by the shop's icon.
    case messagesThenRecents, messagesThenIcon
    case homeThenRecents, homeThenIcon
    /// The system kills the app's process, while the tab is in front and while another app is.
    case killed, killedWhileAway
    case back
  }

  enum Defect: Hashable {
    /// The tab is gone or hidden, although the buyer has not closed it.
    case closedBySwitch, hiddenBySwitch
    /// The tab is still open after the return, or the app waits for it forever.
    case neverCloses
    case openedAgain
    /// The link did not reach the app, or the buyer is not in the shop after it.
    case lost
    /// The server was not asked exactly once after a closed tab.
    case unasked
    /// The tab opens in a browser that the provider does not support.
    case unsupportedBrowser
    /// Without the named browser the app crashes, or the buyer does not get exactly one message in the shop.
    case crashes, untold
  }

  private static func take(_ turn: Turn, _ shop: inout ShopOnAndroid) {
    let place = shop.leftBehind
    switch turn {
    case .messagesThenRecents:
      shop.readMessages()
      shop.comeBack(to: place)
    case .messagesThenIcon:
      shop.readMessages()
      shop.tapIcon()
    case .homeThenRecents:
      shop.goHome()
      shop.comeBack(to: place)
    case .homeThenIcon:
      shop.goHome()
      shop.tapIcon()
    case .killed: shop.kill()
    case .killedWhileAway:
      shop.goHome()
      shop.kill()
      shop.comeBack(to: place)
    case .back: shop.pressBack()
    }
  }

  /// All defects in any order of events, with each of the links, once and twice.
  private static func defects(
    _ arrangement: Arrangement, _ links: [AndroidLink], turns: Int = 4
  ) -> (defects: Set<Defect>, runs: Int) {
    var found: Set<Defect> = []
    var runs = 0
    func deliver(_ shop: ShopOnAndroid) {
      for link in links {
        var shop = shop
        for times in 1...2 {
          runs += 1
          let isReached = shop.follow(link)
          if !isReached || shop.links.count < times || shop.links.last != link.url || !shop.isShopInFront {
            found.insert(.lost)
          }
          if shop.tab != nil || shop.isWaiting { found.insert(.neverCloses) }
          if shop.tabsOpened > 1 { found.insert(.openedAgain) }
        }
        // It does not return by itself.
        shop.goHome()
        shop.tapIcon()
        if shop.tab != nil { found.insert(.neverCloses) }
      }
    }
    func explore(_ shop: ShopOnAndroid, _ left: Int) {
      deliver(shop)
      guard left > 0 else { return }
      for turn in Turn.allCases {
        var next = shop
        let wasOpen = shop.isTabInFront
        take(turn, &next)
        if next.tabsOpened > 1 { found.insert(.openedAgain) }
        if wasOpen, turn == .back {
          if next.closings != 1 { found.insert(.unasked) }
          if next.tab != nil { found.insert(.neverCloses) }
          // The buyer is in the shop; nothing after that is tested here.
          if !next.isShopInFront { found.insert(.lost) }
          deliver(next)
          continue
        }
        if wasOpen, next.tab == nil { found.insert(.closedBySwitch) }
        if wasOpen, next.tab != nil, !next.isTabInFront { found.insert(.hiddenBySwitch) }
        explore(next, left - 1)
      }
    }
    func paying(on browsers: ShopOnAndroid.Browsers, asksForNewTask: Bool) -> ShopOnAndroid {
      var shop = ShopOnAndroid(arrangement, on: browsers, browserAsksForNewTask: asksForNewTask)
      shop.pay()
      if let tab = shop.tab, tab.package != ShopOnAndroid.Browsers.chrome { found.insert(.unsupportedBrowser) }
      return shop
    }
    for asksForNewTask in [false, true] {
      if !paying(on: .chromeAlone, asksForNewTask: asksForNewTask).isTabInFront { found.insert(.lost) }
      let shop = paying(on: .otherPreferred, asksForNewTask: asksForNewTask)
      if !shop.isTabInFront { found.insert(.lost) }
      explore(shop, turns)
      let withoutChrome = paying(on: .otherAlone, asksForNewTask: asksForNewTask)
      if withoutChrome.hasCrashed { found.insert(.crashes) }
      if withoutChrome.tab != nil { continue }
      if withoutChrome.missingTold != 1 || withoutChrome.isWaiting || !withoutChrome.isShopInFront {
        found.insert(.untold)
      }
    }
    return (found, runs)
  }

  /// The links in this server's redirects and pages for a checkout of an Android app.
  private static func serversLinks() async throws -> [AndroidLink] {
    let collected = Collected()
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server, app: "shop-android")
      let browser = try await app.open(app.ticket)
      let returned = try await server.visit(browser.path("select?session=S1"), cookie: browser.cookie)
      let redirect = try #require(returned.headers[.location])
      await collected.add(try #require(AndroidLink(redirect)))
      // The links of the link host's page, before and after a failed try.
      let query = try #require(redirect.split(separator: "?").last)
      for path in ["/ferry/back?\(query)", "/ferry/back?\(query)&tap=1&tried=1"] {
        let page = try await server.visit(path, cookie: browser.cookie)
        let places = page.text.split(separator: "href=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
          .map { String($0).replacing("&amp;", with: "&") }.filter { $0.hasPrefix("intent:") || $0.contains("://") }
        try #require(places.count == 1)
        await collected.add(try #require(AndroidLink(places[0])))
      }
    }
    return await collected.links
  }

  private actor Collected {
    private(set) var links: [AndroidLink] = []
    func add(_ link: AndroidLink) { links.append(link) }
  }

  // MARK: Tests

  @Test(
    "With the guide's arrangement the tab survives every switch of apps, and is closed after the return")
  func guideHolds() async throws {
    let links = try await Self.serversLinks()
    #expect(links.count == 3)
    let (defects, runs) = Self.defects(try Self.guide(), links)
    #expect(defects == [])
    #expect(runs > 10_000)
  }

  @Test("The server's links reach the guide's activity, and without the app the browser gets the return page")
  func serversLinksFit() async throws {
    let manifest = try Self.guide().manifest
    let links = try await Self.serversLinks()
    for link in links {
      #expect(manifest.activity(for: link.url)?.name == ".PaymentActivity")
      #expect(link.package == nil || link.package == manifest.package)
    }
    let fallbacks = links.compactMap(\.fallback)
    #expect(fallbacks.count == 2)
    #expect(fallbacks.allSatisfy { $0.hasPrefix(TestServer.base + "/ferry/back?") && $0.hasSuffix("&tried=1") })
    // Nothing else on the host is the app's.
    let other = try #require(URL(string: TestServer.linkHost + "/other"))
    #expect(manifest.activity(for: other) == nil)
    #expect(try TestServer.configuration().apps.assetLinks.apps.map(\.package) == [manifest.package])
  }

  @Test("A link of the app's own scheme has the same effect if the activity declares it")
  func ownScheme() throws {
    let link = try #require(AndroidLink("shop://ferry/return/?checkout=co_1&code=abc"))
    var arrangement = try Self.guide()
    #expect(Self.defects(arrangement, [link], turns: 1).defects.contains(.lost))
    arrangement.manifest = arrangement.manifest.changing(".PaymentActivity") { activity in
      activity.filters.append(AndroidManifest.LinkFilter(scheme: "shop", host: "ferry", pathPrefix: "/return/"))
    }
    #expect(Self.defects(arrangement, [link]).defects == [])
  }

  /// An arrangement with its known defects.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let defects: Set<Defect>
    let change: @Sendable (inout Arrangement) -> Void

    init(_ description: String, _ defects: Set<Defect>, _ change: @escaping @Sendable (inout Arrangement) -> Void) {
      testDescription = description
      self.defects = defects
      self.change = change
    }
  }

  private static func declaring(
    _ name: String, _ change: @escaping @Sendable (inout AndroidManifest.Activity) -> Void
  ) -> @Sendable (inout Arrangement) -> Void {
    { $0.manifest = $0.manifest.changing(name, change) }
  }

  static let wrong: [Wrong] = [
    Wrong("A tab without history", [.closedBySwitch]) { $0.tabFlags = .noHistory },
    Wrong("A tab without history, in a task of its own, from the main activity", [.closedBySwitch]) {
      $0.tabFlags = [.newTask, .clearTop, .noHistory]
      $0.opensTabOnLinked = false
    },
    Wrong("A tab in a task of its own", [.neverCloses]) { $0.tabFlags = .newTask },
    Wrong("A tab on the main activity", [.neverCloses]) { $0.opensTabOnLinked = false },
    Wrong("launchMode standard", [.neverCloses], declaring(".PaymentActivity") { $0.launchMode = .standard }),
    Wrong("launchMode singleTop", [.neverCloses], declaring(".PaymentActivity") { $0.launchMode = .singleTop }),
    Wrong("A linked activity without history", [.neverCloses], declaring(".PaymentActivity") { $0.noHistory = true }),
    Wrong(
      "An affinity of its own", [.hiddenBySwitch], declaring(".PaymentActivity") { $0.taskAffinity = "payment" }),
    Wrong(
      "A main activity that is singleTask", [.closedBySwitch],
      declaring(".MainActivity") { $0.launchMode = .singleTask }
    ),
    Wrong("A tab in whichever browser the buyer prefers", [.unsupportedBrowser]) { $0.tabPackage = nil },
    Wrong("A tab in a browser that is named, and is another", [.unsupportedBrowser]) {
      $0.tabPackage = ShopOnAndroid.Browsers.other
    },
    Wrong("A missing browser that the app does not handle", [.crashes, .untold]) { $0.handlesMissingBrowser = false },
    Wrong("Opening the tab again when restored", [.openedAgain]) { $0.detectsRestoring = false },
    Wrong(
      "Links asked for by no activity", [.lost], declaring(".PaymentActivity") { $0.filters[0].host = "shop.example" }),
  ]

  @Test("Other arrangements have their known defects", arguments: wrong)
  func wrongOnes(_ wrong: Wrong) async throws {
    var arrangement = try Self.guide()
    wrong.change(&arrangement)
    let (defects, _) = Self.defects(arrangement, try await Self.serversLinks(), turns: 2)
    #expect(defects.isSuperset(of: wrong.defects))
  }
}
