import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FerryServer

@Suite("Filters, named lists, buyers and the journal of the operations page")
struct OperatorFindingTests {
  @Test(
    "The list is filtered by currency, amount, refunds and disputes, and by the day that money moved",
    arguments: [
      ("currency=JPY", true), ("currency=jpy", true), ("currency=EUR", false),
      ("currency=JPY&least=3000&most=3000", true),
      ("currency=JPY&least=3%2C001", false), ("currency=JPY&most=2999", false), ("state=lost-after", false),
      ("state=refunded", true),
      ("date=captured&from=DAY&until=DAY", true), ("date=refunded&from=DAY", true),
      ("date=refunded&until=2020-01-01", false),
      ("date=disputed", false), ("state=lost-before", false), ("from=DAY&until=DAY", true),
    ])
  func filters(_ query: String, isListed: Bool) async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid("A-1", capture: "automatic")
      let browser = try await site.signIn()
      _ = try await browser.confirm("/checkouts/\(id)/refund?amount=100")
      let day = String(site.shop.time.now.iso8601.prefix(10))
      let page = try await browser.get("/checkouts?" + query.replacing("DAY", with: day))
      #expect(page.status == .ok && page.text.contains("href=\"/checkouts/\(id)\"") == isListed)
    }
  }

  @Test(
    "An amount without a currency, and a currency that is none, are refused",
    arguments: ["least=100", "currency=ABC", "currency=JPY&least=200&most=100"])
  func refused(_ query: String) async throws {
    try await OperationsSite.run { site in
      let answer = try await site.signIn().get("/checkouts?\(query)")
      #expect(answer.status == .unprocessableContent)
    }
  }

  @Test("A list is kept under a name, for its operator alone, and removed again")
  func views() async throws {
    try await OperationsSite.run { site in
      let anna = try await site.signIn()
      try await anna.get("/checkouts?state=held&mode=test")
      let kept = try await anna.post("/views", ["state": "held", "mode": "test", "view": " My  <held> "])
      #expect(kept.status == .seeOther && kept.headers[.location] == "/checkouts?state=held&mode=test")
      let page = try await anna.get("/checkouts").text
      #expect(page.contains(#"<a href="/checkouts?state=held&amp;mode=test">My &lt;held&gt;</a>"#))
      let bert = try await site.signIn("bert", OperationsSite.lookKey)
      #expect(try await !bert.get("/checkouts").text.contains("My &lt;held"))
      try await anna.get("/checkouts")
      #expect(try await anna.post("/views/remove", ["view": "My <held>"]).status == .seeOther)
      #expect(try await !anna.get("/checkouts").text.contains("My &lt;held"))
      #expect(try await anna.post("/views", ["state": "nonsense", "view": "x"]).status == .unprocessableContent)
    }
  }

  @Test("A buyer's page has all orders of the address, their sums, and erases the buyer of the finished ones")
  func buyer() async throws {
    try await OperationsSite.run { site in
      let ids = [try await site.paid("A-1", capture: "automatic"), try await site.paid("A-2", capture: "automatic")]
      let anna = try await site.signIn()
      #expect(try await anna.get("/checkouts/\(ids[0])").text.contains("/checkouts/\(ids[0])/buyer"))
      let page = try await anna.get("/checkouts/\(ids[0])/buyer").text
      #expect(ids.allSatisfy { page.contains("/checkouts/\($0)") } && page.contains("¥6,000"))
      #expect(page.contains("of 2 finished orders"))
      let bert = try await site.signIn("bert", OperationsSite.lookKey)
      #expect(try await !bert.get("/checkouts/\(ids[0])/buyer").text.contains("Erase"))
      #expect(try await bert.post("/checkouts/\(ids[0])/buyer", [:]).status == .forbidden)
      let carl = try await site.signIn("carl", OperationsSite.otherKey)
      #expect(try await carl.get("/checkouts/\(ids[0])/buyer").status == .notFound)
      #expect(try await anna.post("/checkouts/\(ids[0])/buyer", [:]).status == .seeOther)
      for id in ids {
        #expect(try await site.file(id).details == nil)
        #expect(try await site.actions(id) == ["forget by anna"])
      }
      #expect(try await anna.get("/checkouts/\(ids[0])/buyer").status == .notFound)
    }
  }

  @Test("The journal has what operators did and where from, without search terms, by operator and day, and as CSV")
  func journal() async throws {
    try await OperationsSite.run { site in
      let id = try await site.paid("A-1", capture: "automatic")
      let anna = try await site.signIn()
      _ = try await anna.confirm("/checkouts/\(id)/refund?amount=100")
      _ = try await anna.post("/checkouts/search", ["text": "hanako"])
      let bert = try await site.signIn("bert", OperationsSite.lookKey)
      let page = try await bert.get("/journal").text
      #expect(page.contains("refund 100 JPY") && page.contains("/checkouts/\(id)") && page.contains(">search<"))
      #expect(page.contains("<strong>bert</strong>") && !page.contains("hanako"))
      let day = String(site.shop.time.now.iso8601.prefix(10))
      let annas = try await bert.get("/journal?operator=anna&from=\(day)").text
      #expect(annas.contains("refund 100 JPY") && !annas.contains("<strong>bert</strong>"))
      #expect(try await bert.get("/journal?until=2020-01-01").text.contains("No activity."))
      #expect(try await bert.get("/journal?from=x").status == .unprocessableContent)
      let csv = try await bert.get("/journal.csv?operator=anna")
      #expect(csv.headers[.contentDisposition] == #"attachment; filename="journal.csv""#)
      #expect(csv.text.contains(#""anna","refund 100 JPY","\#(id)","main""#))
      let carl = try await site.signIn("carl", OperationsSite.otherKey)
      #expect(try await !carl.get("/journal").text.contains("refund 100 JPY"))
    }
  }

  @Test("Times and days are those of the time zone, with its offset, also where the clocks change")
  func timeZone() throws {
    let utc = LocalTime(zone: .gmt)
    let tokyo = LocalTime(zone: try #require(TimeZone(identifier: "Asia/Tokyo")))
    let stockholm = LocalTime(zone: try #require(TimeZone(identifier: "Europe/Stockholm")))
    let evening = try #require(Moment(iso8601: "2026-01-02T15:04:05Z"))
    #expect(utc.text(evening) == "2026-01-02 15:04:05 UTC")
    #expect(tokyo.text(evening) == "2026-01-03 00:04:05 +09:00" && tokyo.day(evening) == "2026-01-03")
    #expect(tokyo.day("2026-01-03")?.lowerBound == Moment(iso8601: "2026-01-02T15:00:00Z"))
    #expect(tokyo.day("2026-02-30") == nil && tokyo.day("x") == nil)
    let spring = try #require(stockholm.day("2026-03-29"))
    #expect(spring.upperBound.since(spring.lowerBound) == .seconds(23 * 3600))
    let autumn = try #require(stockholm.day("2026-10-25"))
    #expect(autumn.upperBound.since(autumn.lowerBound) == .seconds(25 * 3600))
    let week = stockholm.days(until: autumn.upperBound + .seconds(60), 3)
    #expect(week.map { stockholm.day($0.lowerBound) } == ["2026-10-24", "2026-10-25", "2026-10-26"])
    #expect(week[1] == autumn && week[2].lowerBound == autumn.upperBound)
    let newYork = LocalTime(zone: try #require(TimeZone(identifier: "America/St_Johns")))
    #expect(newYork.text(evening) == "2026-01-02 11:34:05 -03:30")
  }
}
