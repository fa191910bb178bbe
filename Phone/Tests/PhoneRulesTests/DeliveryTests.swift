import PhoneRules
import Testing

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

  @Test("Cold means that the app is ended first and launched with the link")
  func cold() {
    #expect(
      LinkRules.Delivery.cold.steps(url: Self.link, appRuns: true)
        == [.end, .launch(.connectionOptions, url: Self.link), .window])
  }

  @Test("Twice means twice, also when the first comes with the launch", arguments: [true, false])
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

  @Test("Before the window the app has been launched without the link")
  func beforeWindow() {
    #expect(
      LinkRules.Delivery.beforeWindow.steps(url: Self.link, appRuns: true)
        == [.end, .launch(nil, url: nil), .hand(.userActivity, url: Self.link), .window])
  }
}
