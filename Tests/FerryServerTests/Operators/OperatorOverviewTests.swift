import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FerryServer

@Suite("Overview, live updates and export of the operations page")
struct OperatorOverviewTests {
  @Test("The overview counts what a person has to do, and the money and checkouts of each day")
  func overview() async throws {
    try await OperationsSite.run { site in
      _ = try await site.paid("A-1")
      await site.shop.service.charge(.yen(1))
      _ = try await site.paid("A-2", capture: "automatic")
      let browser = try await site.signIn("bert", OperationsSite.lookKey)
      let page = try await browser.get("/?mode=test").text
      #expect(page.contains("<strong>1</strong> held for a decision"))
      #expect(page.contains("href=\"/checkouts?state=held&amp;mode=test\""))
      #expect(page.contains("<strong>1</strong> failed webhooks") && page.contains("<strong>30 s</strong>"))
      let day = String(site.shop.time.now.iso8601.prefix(10))
      let dates = "from=\(day)&amp;until=\(day)&amp;mode=test"
      for figure in [
        #"<th scope="row">Today</th><td class="number" data-label="Started"><a href="/checkouts?\#(dates)">2</a></td>"#,
        #"data-label="Paid"><a href="/checkouts?state=paid&amp;\#(dates)">1</a></td>"#, #"<h3>JPY</h3>"#,
        #"data-label="Paid"><span><a href="/checkouts?date=paid&amp;currency=JPY&amp;\#(dates)">¥3,000</a>"#,
        #"data-label="Held"><span><a href="/checkouts?date=held&amp;currency=JPY&amp;\#(dates)">"#,
        #"<svg class="week" viewBox="0 0 560 148" aria-hidden="true">"#,
      ] { #expect(page.contains(figure), "\(figure)") }
      // Test payments are not among the live ones, which come first.
      #expect(try await browser.get("/").text.contains("No money moved in the last seven days."))
    }
  }

  @Test("The overview shows the last reconciliation, its differences, and what to do about each")
  func reconciliation() async throws {
    let report = try OperationsSite.report()
    try await OperationsSite.run(reports: [report]) { site in
      let browser = try await site.signIn()
      let page = try await browser.get("/?mode=test").text
      for text in [
        "2025-12-01 00:00:00 UTC – 2026-01-01 00:00:00 UTC", "all shops", " ago)", "1 difference", "captured-differs",
        "A-&lt;1&gt;", "/checkouts/co_1", "It differs. Ask again.",
      ] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(try await browser.get("/?mode=live").text.contains("No reconciliation yet."))
    }
  }

  @Test("The overview shows what a person must fix, to those who see all shops")
  func accountProblems() async throws {
    try await OperationsSite.run { site in
      let anna = try await site.signIn()
      #expect(try await anna.get("/?mode=test").text.contains("No provider has rejected an account"))
      let id = try await site.paid("A-1")
      for (second, text) in ["Old.", "The provider says: <PLN> is not supported."].enumerated() {
        _ = try await site.shop.service.update(id) { _, change in
          change.log = [LogEntry(at: SampleAttempt.start + .seconds(second), .misconfigured(text))]
        }
      }
      let page = try await anna.get("/?mode=test").text
      let panel = try #require(
        page.components(separatedBy: #"id="accounts""#).last?.components(separatedBy: "</section>").first)
      #expect(
        panel.contains("The provider says: &lt;PLN&gt; is not supported.") && panel.contains("2 times in 24 hours"))
      #expect(panel.contains("/checkouts/\(id)") && panel.contains("Test Pay"))
      #expect(try await !anna.get("/?mode=live").text.contains("PLN"))
      #expect(try await anna.get("/checkouts/\(id)").text.contains("&lt;PLN&gt; is not supported."))
      let carl = try await site.signIn("carl", OperationsSite.otherKey)
      #expect(try await !carl.get("/?mode=test").text.contains("PLN"))
    }
  }

  @Test("Books agree only if all of them could be compared")
  func incomplete() async throws {
    let report = try OperationsSite.report(isComplete: false)
    try await OperationsSite.run(reports: [report]) { site in
      let page = try await site.signIn().get("/?mode=test").text
      #expect(page.contains("No differences in what was compared. 2 could not be compared."))
      #expect(!page.contains("All books agree"))
    }
  }

  @Test("The page of a checkout is told of that checkout alone", arguments: [true, false])
  func liveCheckout(isShown: Bool) async throws {
    try await OperationsSite.run { site in
      let (shown, other) = (try await site.paid("A-1"), try await site.paid("A-2"))
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts/\(shown)").text
      #expect(page.contains(#"data-events="/live?checkout=\#(shown)""#))
      async let stream = browser.get("/live?checkout=\(shown)")
      let changes = Task {
        for number in 1... {
          try await Task.sleep(for: .milliseconds(20))
          _ = try await site.shop.service.update(isShown ? shown : other) { _, change in
            change.log.append(LogEntry(at: Moment(milliseconds: Int64(number)), .remark("again")))
          }
          await site.shop.time.advance(by: .milliseconds(1000))
          if number == 20 { _ = try await browser.post("/sign-out", [:]) }
        }
      }
      let answer = try await stream
      changes.cancel()
      // The first one is about the time before the connection.
      #expect((answer.text.matches(of: /data: changed\n\n/).count > 1) == isShown)
    }
  }

  @Test(
    "A server that stops, or whose store does not answer, says when to come back",
    arguments: [StoreError.stopped, .unavailable("No connection.")])
  func unavailable(_ failure: StoreError) async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      await site.shop.service.fail(failure)
      let answer = try await browser.get("/checkouts")
      #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "5")
    }
  }

  @Test("An open page is told of a change, and of nothing more once its operator has signed out")
  func live() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid()
      let browser = try await site.signIn()
      try await browser.get("/checkouts")
      async let stream = browser.get("/live")
      // The reader may begin to listen after a change: there is another one.
      let changes = Task {
        for number in 1... {
          try await Task.sleep(for: .milliseconds(20))
          _ = try await site.shop.service.update(id) { _, change in
            change.log.append(LogEntry(at: Moment(milliseconds: Int64(number)), .remark("again")))
          }
          await site.shop.time.advance(by: .milliseconds(500))
          if number == 20 { _ = try await browser.post("/sign-out", [:]) }
        }
      }
      let answer = try await stream
      changes.cancel()
      #expect(answer.headers[.contentType] == "text/event-stream")
      // The first one is about the time before the connection.
      #expect(answer.text.matches(of: /data: changed\n\n/).count > 1 && !answer.text.contains(id.text))
      #expect(try await browser.get("/live").status == .seeOther)
    }
  }

  @Test("A heartbeat takes the place of no change")
  func heartbeat() async {
    let signals = LiveSignals()
    var reader = signals.stream.makeAsyncIterator()
    signals.changed()
    signals.heartbeat()
    #expect(await reader.next() == .changed)
    signals.heartbeat()
    #expect(await reader.next() == .alive)
    signals.heartbeat()
    signals.changed()
    #expect(await reader.next() == .changed)
  }

  @Test("Pages that are open update themselves by a script of their own, and no other runs")
  func script() async throws {
    try await OperationsSite.run { site in
      let browser = try await site.signIn()
      let page = try await browser.get("/checkouts")
      let script = try #require(
        page.text.firstMatch(of: /<script src="(\/assets\/operations\.[0-9a-f]+\.js)" nonce="([^"]+)" defer>/))
      #expect(page.headers[.contentSecurityPolicy]?.contains("script-src 'nonce-\(script.2)';") == true)
      #expect(try await browser.get(String(script.1)).headers[.contentType] == "text/javascript; charset=utf-8")
      #expect(page.text.matches(of: /<script/).count == 1)
    }
  }

  @Test("The CSV file has the checkouts of the filter, no buyers, and no cell that a spreadsheet would run")
  func export() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid("A-1")
      _ = try await site.shop.create(
        TestServer.order.replacing("A-1", with: #"=HYPERLINK(\"https://evil.example\")"#), idempotencyKey: "2")
      for (number, sign) in ["+", "-", "@", "＝", "x;="].enumerated() {
        _ = try await site.shop.create(
          TestServer.order.replacing("A-1", with: "\(sign)cmd"), idempotencyKey: "sign-\(number)")
      }
      let browser = try await site.signIn("bert", OperationsSite.lookKey)
      let all = try await browser.get("/checkouts.csv")
      #expect(all.headers[.contentDisposition] == #"attachment; filename="checkouts.csv""#)
      let lines = all.text.split(separator: "\r\n")
      #expect(lines.count == 8 && lines[0].hasPrefix(#""created","checkout","order_number""#))
      #expect(
        lines.contains {
          $0.contains(#""\#(id)","F-A-1","A-1","main","test""#)
            && $0.contains(#""JPY","3000","3000","0","0","0","C1","0""#)
        })
      #expect(lines.contains { $0.contains(#""'=HYPERLINK(""https://evil.example"")""#) })
      #expect(["+", "-", "@", "＝"].allSatisfy { all.text.contains("\"'\($0)cmd\"") })
      #expect(all.text.contains("\"x;'=cmd\""))
      #expect(!all.text.contains("hanako") && !all.text.contains("山田"))
      let live = try await browser.get("/checkouts.csv?state=live").text
      #expect(live.split(separator: "\r\n").count == 7 && !live.contains(id.text))
    }
  }
}
