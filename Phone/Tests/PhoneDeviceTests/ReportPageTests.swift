import Testing

@testable import PhoneDevice

@Suite struct ReportPageTests {
  private func report(failure: String? = nil) -> ReportPage {
    var journey = JourneyReport(name: "paid/native", title: "A <b>title</b> & more")
    journey.steps = [
      JourneyReport.Step(
        words: "taps \"Buy\"", picture: "paid-native-1.png", address: "https://shop.example/?a=1&b=<x>", jar: "app",
        cookies: ["session"],
        entries: [
          Journal.Entry(
            number: 1, milliseconds: 5, kind: .link, place: "Safari", text: "tap, <other> host", jar: nil)
        ])
    ]
    if let failure { journey.fail(failure) }
    return ReportPage([journey])
  }

  @Test("All texts of a report are escaped in its page")
  func escaped() {
    let html = report().html
    #expect(html.contains("A &lt;b&gt;title&lt;/b&gt; &amp; more"))
    #expect(html.contains("a=1&amp;b=&lt;x&gt;"))
    #expect(html.contains("taps &quot;Buy&quot;"))
    #expect(html.contains("tap, &lt;other&gt; host"))
    #expect(!html.contains("<b>title"))
  }

  @Test("Page and text have picture, address, jar, cookies and the rule of each step")
  func complete() {
    #expect(report().html.contains("src=\"paid-native-1.png\""))
    let text = report().text
    #expect(text.contains("ok     paid/native"))
    #expect(text.contains("https://shop.example/?a=1&b=<x>  [jar: app; cookies: session]"))
    #expect(text.contains("link: Safari: tap, <other> host"))
  }

  @Test("A failed journey has its reason, and the summary counts it")
  func failed() {
    let report = report(failure: "waited in vain")
    #expect(report.text.contains("FAILED paid/native"))
    #expect(report.text.contains("FAILED: waited in vain"))
    #expect(report.html.contains("waited in vain"))
    #expect(report.summary == "1 journeys, 1 failed.")
  }

  @Test("A long failure has its reason and place in at most ten lines of 200 characters")
  func brief() throws {
    let long = (1...40).map { "reason \($0) " + String(repeating: "x", count: 500) }.joined(separator: "\n")
    let failure = try #require(report(failure: long).journeys.first?.failure)
    let lines = failure.split(separator: "\n")
    #expect(lines.count <= 10)
    #expect(lines.allSatisfy { $0.count <= 200 })
    #expect(failure.hasPrefix("reason 1 "))
    #expect(failure.contains("in the step: taps \"Buy\""))
    #expect(failure.contains("Safari: tap, <other> host"))
  }
}

@Suite struct ShownAddressTests {
  @Test(
    "Shown addresses contain no codes, sessions or tickets",
    arguments: [
      ("https://shop.example/ferry/start#co_1.app_secret", "https://shop.example/ferry/start#…"),
      (
        "https://link.example/ferry/return/?checkout=co_1&code=secret&tap=1",
        "https://link.example/ferry/return/?checkout=co_1&code=…&tap=1"
      ),
      ("shop://ferry/return/?code=secret&checkout=co_1", "shop://ferry/return/?code=…&checkout=co_1"),
      ("https://pay.example/?amazonCheckoutSessionId=secret", "https://pay.example/?amazonCheckoutSessionId=…"),
      ("https://shop.example/cart", "https://shop.example/cart"), ("data:text/html,secret", "data:…"), ("", ""),
      ("?", "?"), ("#", "#…"),
    ])
  func shown(url: String, text: String) {
    #expect(ShownAddress.text(url) == text)
  }

  @Test(
    "The address bar, which is in every picture, shows the host and no secrets",
    arguments: [
      ("https://127.0.0.1:3445/ferry/return/?checkout=co_1&code=secret", "127.0.0.1:3445"),
      ("https://shop.example/ferry/start#secret", "shop.example"), ("https://shop.example?code=secret", "shop.example"),
      ("about:blank", "about:blank"), ("about:blank#secret", "about:blank"),
      ("shop://ferry/return/?code=secret", "ferry"),
      ("data:text/html,secret", "data:…"), ("", ""),
    ])
  func bar(url: String, text: String) {
    #expect(ShownAddress.host(url) == text)
  }
}
