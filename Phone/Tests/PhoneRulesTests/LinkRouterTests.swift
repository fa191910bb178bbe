import PhoneRules
import Testing

/// Gives one app the links of one path.
private struct OnePath: LinkMatcher {
  var appID = "TEAM.shop"
  var path = "/ferry/return/"

  func covers(_ url: String, appID: String) -> Bool {
    appID == self.appID && Address(url)?.path == path
  }
}

@Suite struct LinkRouterTests {
  static let shop = InstalledApp(
    name: "Shop", appID: "TEAM.shop", linkHost: "https://link.example", scheme: "shop")
  static let thief = InstalledApp(
    name: "Thief", appID: "EVIL.thief", linkHost: "https://link.example", scheme: "shop")
  static let link = "https://link.example/ferry/return/?checkout=co_1&code=abc"
  static let schemeLink = "shop://ferry/return/?checkout=co_1&code=abc"
  static let page = "https://shop.example/ferry/back"

  func router(_ rules: LinkRules = LinkRules(), apps: [InstalledApp] = [shop]) -> LinkRouter {
    LinkRouter(
      rules: rules, apps: apps, associations: ["https://link.example": .copy(OnePath())], thief: "Thief")
  }

  @Test("A tap on a link from a page on another host opens the app")
  func tap() {
    let decision = router().decide(LinkRequest(url: Self.link, page: Self.page, cause: .tap))
    #expect(decision == LinkDecision(.opens(app: "Shop"), "tap, other host, path matches"))
    #expect(decision.description == "tap, other host, path matches: to the app Shop")
  }

  @Test("A tap on a link from a page of the same host stays in the browser")
  func sameHost() {
    let decision = router().decide(LinkRequest(url: Self.link, page: "https://link.example/", cause: .tap))
    #expect(decision == LinkDecision(.stays, "tap, same host"))
  }

  @Test("A different port is a different host")
  func port() {
    let decision = router().decide(LinkRequest(url: Self.link, page: "https://link.example:444/", cause: .tap))
    #expect(decision.outcome == .opens(app: "Shop"))
  }

  @Test(
    "Only a tap or a redirect can open the app",
    arguments: [LinkRequest.Cause.script, .form, .typed, .history])
  func neverByScript(cause: LinkRequest.Cause) {
    let rules = LinkRules(redirect: .always)
    let request = LinkRequest(url: Self.link, page: Self.page, cause: cause, sinceTap: .zero)
    #expect(router(rules).decide(request).outcome == .stays)
  }

  @Test(
    "The switch decides if a redirect opens the app",
    arguments: [
      (LinkRules.RedirectRule.never, Duration?.some(.seconds(1)), false),
      (.afterTap, .seconds(1), true), (.afterTap, .seconds(10), true), (.afterTap, .seconds(11), false),
      (.afterTap, nil, false), (.always, nil, true),
    ])
  func redirect(rule: LinkRules.RedirectRule, sinceTap: Duration?, opens: Bool) {
    let request = LinkRequest(url: Self.link, page: Self.page, cause: .redirect, sinceTap: sinceTap)
    let outcome = router(LinkRules(redirect: rule)).decide(request).outcome
    #expect(outcome == (opens ? .opens(app: "Shop") : .stays))
  }

  @Test("A redirect within one host stays in the browser even where redirects open apps")
  func redirectWithinHost() {
    let request = LinkRequest(url: Self.link, page: "https://link.example/x", cause: .redirect)
    #expect(router(LinkRules(redirect: .always)).decide(request).outcome == .stays)
  }

  @Test(
    "Without a good association file a tap stays in the browser",
    arguments: [LinkRules.AssociationState.missing, .stale])
  func association(state: LinkRules.AssociationState) {
    let request = LinkRequest(url: Self.link, page: Self.page, cause: .tap)
    #expect(router(LinkRules(association: state)).decide(request).outcome == .stays)
  }

  @Test("Without a readable association file a host's links open no app, and the decision names the reason")
  func unreadable() {
    var router = router()
    router.associations = ["https://link.example": .missing("the association file was answered with 404")]
    let decision = router.decide(LinkRequest(url: Self.link, page: Self.page, cause: .tap))
    #expect(decision == LinkDecision(.stays, "tap, other host, the association file was answered with 404"))
    router.associations = [:]
    #expect(router.decide(LinkRequest(url: Self.link, page: Self.page, cause: .tap)).outcome == .stays)
  }

  @Test("A path that the file does not cover stays in the browser")
  func path() {
    let request = LinkRequest(url: "https://link.example/other", page: Self.page, cause: .tap)
    let decision = router().decide(request)
    #expect(decision == LinkDecision(.stays, "tap, other host, the association file does not give it this path"))
  }

  @Test("An app that the file does not name never gets an https link, also when it was installed first")
  func thiefOfUniversalLinks() {
    let request = LinkRequest(url: Self.link, page: Self.page, cause: .tap)
    let both = router(LinkRules(schemeOwner: .thief), apps: [Self.thief, Self.shop])
    #expect(both.decide(request).outcome == .opens(app: "Shop"))
    #expect(router(apps: [Self.thief]).decide(request).outcome == .stays)
  }

  @Test("The links of a host whose website the buyer prefers stay in the browser")
  func website() {
    let request = LinkRequest(url: Self.link, page: Self.page, cause: .tap)
    #expect(router(LinkRules(prefersWebsite: true)).decide(request).outcome == .stays)
  }

  @Test("The app's own web view does not open its own links")
  func webView() {
    let request = LinkRequest(url: Self.link, page: Self.page, cause: .tap, browser: .webView)
    #expect(router().decide(request).outcome == .stays)
  }

  @Test(
    "A frame opens nothing, neither by link nor by scheme",
    arguments: [(LinkRouterTests.link, LinkDecision.Outcome.stays), (LinkRouterTests.schemeLink, .fails)])
  func frame(url: String, outcome: LinkDecision.Outcome) {
    let request = LinkRequest(url: url, page: Self.page, cause: .tap, isMainFrame: false)
    #expect(router(LinkRules(redirect: .always)).decide(request).outcome == outcome)
  }

  @Test("A scheme that a script or a redirect opens asks first", arguments: [LinkRequest.Cause.script, .redirect])
  func schemeByScript(cause: LinkRequest.Cause) {
    let request = LinkRequest(url: Self.schemeLink, page: Self.page, cause: cause, sinceTap: .zero)
    #expect(router(LinkRules(asksForTappedScheme: false)).decide(request).outcome == .asks(app: "Shop"))
  }

  @Test("The switch decides if a tapped scheme asks", arguments: [true, false])
  func schemeByTap(asks: Bool) {
    let request = LinkRequest(url: Self.schemeLink, page: Self.page, cause: .tap)
    let outcome = router(LinkRules(asksForTappedScheme: asks)).decide(request).outcome
    #expect(outcome == (asks ? .asks(app: "Shop") : .opens(app: "Shop")))
  }

  @Test("The answer to the prompt decides")
  func prompt() {
    #expect(router().answer(true, app: "Shop").outcome == .opens(app: "Shop"))
    #expect(router().answer(false, app: "Shop") == LinkDecision(.stays, "prompt refused"))
  }

  @Test(
    "The switch decides which of two apps with one scheme gets the link, in any order of installation",
    arguments: LinkRules.SchemeOwner.allCases)
  func twoApps(owner: LinkRules.SchemeOwner) {
    let request = LinkRequest(url: Self.schemeLink, page: Self.page, cause: .tap)
    let name = owner == .thief ? "Thief" : "Shop"
    for apps in [[Self.shop, Self.thief], [Self.thief, Self.shop]] {
      let decision = router(LinkRules(schemeOwner: owner), apps: apps).decide(request)
      #expect(decision == LinkDecision(.asks(app: name), "tap, scheme shop, 2 apps have it"))
    }
  }

  @Test("A scheme without an app cannot be opened")
  func unknownScheme() {
    let request = LinkRequest(url: "other://x", page: Self.page, cause: .tap)
    #expect(router().decide(request).outcome == .fails)
  }

  @Test(
    "Everything else stays in the browser",
    arguments: ["https://shop.example/cart", "about:blank", "data:text/html,x", "not an address", ""])
  func others(url: String) {
    #expect(router().decide(LinkRequest(url: url, page: Self.page, cause: .tap)).outcome == .stays)
  }
}

@Suite struct DeliveryTests {
  static let link = "https://link.example/ferry/return/?checkout=co_1&code=abc"
  static let schemeLink = "shop://ferry/return/?checkout=co_1&code=abc"

  @Test("A running app is handed the link once, each kind by its own entry")
  func running() {
    let delivery = LinkRules.Delivery.running
    #expect(delivery.steps(url: Self.link, appRuns: true) == [.hand(.userActivity, url: Self.link)])
    #expect(delivery.steps(url: Self.schemeLink, appRuns: true) == [.hand(.urlContext, url: Self.schemeLink)])
  }

  @Test("An app that does not run gets the link with its launch, before its window")
  func launched() {
    #expect(
      LinkRules.Delivery.running.steps(url: Self.link, appRuns: false)
        == [.launch(.connectionOptions, url: Self.link), .window])
  }

  @Test("A cold delivery ends the app first and launches it with the link")
  func cold() {
    #expect(
      LinkRules.Delivery.cold.steps(url: Self.link, appRuns: true)
        == [.end, .launch(.connectionOptions, url: Self.link), .window])
  }

  @Test("A double delivery comes twice, also if the first one is part of the launch", arguments: [true, false])
  func twice(appRuns: Bool) {
    let steps = LinkRules.Delivery.twice.steps(url: Self.link, appRuns: appRuns)
    let links = steps.filter {
      switch $0 {
      case .hand, .launch(.some, _): true
      default: false
      }
    }
    #expect(links.count == 2)
  }

  @Test("A delivery before the window comes to an app that was launched without the link")
  func beforeWindow() {
    #expect(
      LinkRules.Delivery.beforeWindow.steps(url: Self.link, appRuns: true)
        == [.end, .launch(nil, url: nil), .hand(.userActivity, url: Self.link), .window])
  }
}

@Suite struct AssociationAnswerTests {
  @Test(
    "A file that is served as iOS requires is accepted",
    arguments: ["application/json", "Application/JSON; charset=utf-8"])
  func good(type: String) {
    #expect(AssociationAnswer(status: 200, contentType: type, wasRedirected: false, bytes: 500).refusal == nil)
  }

  @Test(
    "A file that is missing, redirected, too large or of another type is refused",
    arguments: [
      AssociationAnswer(status: 404, contentType: "application/json", wasRedirected: false, bytes: 10),
      AssociationAnswer(status: 200, contentType: "application/json", wasRedirected: true, bytes: 10),
      AssociationAnswer(status: 200, contentType: "text/html", wasRedirected: false, bytes: 10),
      AssociationAnswer(status: 200, contentType: nil, wasRedirected: false, bytes: 10),
      AssociationAnswer(status: 200, contentType: "application/json", wasRedirected: false, bytes: 131_073),
    ])
  func bad(answer: AssociationAnswer) {
    #expect(answer.refusal != nil)
  }
}
