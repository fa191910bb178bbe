import FerryCore
import FerryHTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import FerryTool

@Suite("The demo's clock", .timeLimit(.minutes(10)))
struct DemoClockTests {
  @Test("It follows the machine's clock plus the moved time, and never goes back")
  func ahead() {
    let clock = DemoClock()
    #expect(clock.now.since(SystemTime().now) < .seconds(5))
    #expect(clock.advance(by: .seconds(660)) == .seconds(660))
    #expect(clock.advance(by: .seconds(-60)) == .seconds(660))
    let ahead = clock.now.since(SystemTime().now)
    // The two clocks are read one after the other.
    #expect(ahead > .seconds(300) && ahead < .seconds(665))
  }

  @Test("A sleeper wakes when the clock moves past its time, and sleeps on if it moves less far")
  func wakes() async throws {
    let clock = DemoClock()
    let moment = clock.now + .seconds(3_600)
    let woken = try await withThrowingTaskGroup(of: Moment.self) { group in
      group.addTask {
        try await clock.sleep(until: moment)
        return clock.now
      }
      group.addTask {
        for step: Duration in [.seconds(60), .seconds(600), .seconds(3_000)] {
          try await Task.sleep(for: .milliseconds(20))
          clock.advance(by: step)
        }
        return .init(milliseconds: .max)
      }
      return try await group.reduce(.init(milliseconds: .max)) { min($0, $1) }
    }
    #expect(woken >= moment)
  }

  @Test("Only requests to the shop's host or to this machine move the clock")
  func hosts() async throws {
    let clock = DemoClock()
    let route = DemoClockRoute(clock: clock, site: try #require(Origin("https://shop.example")))
    for (host, status) in [
      ("evil.example", 421), ("evil.example:3080", 421), ("shop.example", 200), ("localhost:3080", 200),
      ("127.0.0.1", 200),
    ] {
      let head = HTTPRequest(
        method: .post, scheme: "http", authority: host, path: "/control/clock",
        headerFields: [.contentType: "application/json"])
      let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: #"{"advanceSeconds":60}"#)))
      #expect(try await route.answer(request).status.code == status, "\(host)")
    }
    #expect(clock.advance(by: .zero) == .seconds(180))
  }

  @Test("A sleep can be cancelled")
  func cancelled() async {
    let clock = DemoClock()
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await clock.sleep(for: .seconds(3_600))) == nil }
      group.cancelAll()
      #expect(await group.next() == true)
    }
  }
}
