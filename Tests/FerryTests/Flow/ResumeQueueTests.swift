import FerryCore
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The times of questions about unfinished checkouts")
struct ResumeQueueTests {
  let now = Moment(milliseconds: 0)

  @Test("The server is asked about an unconfirmed checkout at growing intervals, and the result is reported once")
  func confirming() {
    var queue = ResumeQueue()
    queue.add("p1", at: now)
    var moment = now
    var tells = 0
    var waits: [Int64] = []
    for _ in 0..<8 {
      #expect(queue.next(at: moment) == "p1")
      _ = queue.begin("p1")
      if queue.record("p1", .confirming, byLink: false, at: moment) { tells += 1 }
      let due = queue.nextDue ?? moment
      waits.append(due.since(moment).wholeMilliseconds / 1000)
      moment = due
    }
    #expect(tells == 1)
    #expect(waits == [60, 120, 240, 480, 600, 600, 600, 600])
    let isNews1 = queue.record("p1", .cancelled, byLink: false, at: moment)
    #expect(isNews1)
    #expect(queue.nextDue == nil)
  }

  @Test("The server is not asked about an unfinished checkout until a link comes")
  func notFinished() {
    var queue = ResumeQueue()
    queue.add("p1", at: now)
    _ = queue.begin("p1")
    let isNews2 = queue.record("p1", .notFinished, byLink: false, at: now)
    #expect(isNews2)
    #expect(queue.nextDue == nil)
    queue.wake(at: now)
    #expect(queue.nextDue == nil)
    let link = AppReturnLink(checkout: "co_1", code: "c")
    queue.add(link, to: "p1", at: now)
    #expect(queue.next(at: now) == "p1")
    let links = queue.begin("p1")
    #expect(links == [link])
    let isNews3 = queue.record("p1", .notFinished, byLink: true, at: now)
    #expect(isNews3)
  }

  @Test("However many links are planted, the first ones and the last are tried")
  func planted() {
    var queue = ResumeQueue()
    for number in 0..<100 { queue.add(AppReturnLink(checkout: "co_1", code: "c\(number)"), to: "p1", at: now) }
    #expect(queue.begin("p1").map(\.code) == ["c0", "c1", "c2", "c99"])
  }

  @Test("A link during a question causes another question at once, whatever was reported")
  func linkMeanwhile() {
    let link = AppReturnLink(checkout: "co_1", code: "c")
    for result: CheckoutOutcome in [.confirming, .notFinished] {
      var queue = ResumeQueue()
      queue.add("p1", at: now)
      _ = queue.begin("p1")
      queue.add(link, to: "p1", at: now)
      _ = queue.record("p1", result, byLink: false, at: now)
      #expect(queue.next(at: now) == "p1")
      queue.add("p1", reported: result, at: now)
      #expect(queue.next(at: now) == "p1")
      #expect(queue.begin("p1") == [link])
    }
  }

  @Test("The checkout that has waited longest is first")
  func longest() {
    var queue = ResumeQueue()
    queue.add("p3", at: now + .seconds(2))
    queue.add("p2", at: now)
    queue.add("p1", at: now + .seconds(1))
    #expect(queue.next(at: now + .seconds(3)) == "p2")
  }

  @Test("A result that a call has reported is not reported again")
  func reported() {
    var queue = ResumeQueue()
    queue.add("p1", reported: .confirming, at: now)
    #expect(queue.next(at: now) == nil)
    #expect(queue.next(at: now + .seconds(30)) == "p1")
    let isNews4 = queue.record("p1", .confirming, byLink: false, at: now + .seconds(30))
    #expect(!isNews4)
  }
}
