import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Testing

@Suite("The buyer's first stay at the provider")
struct ProviderStayTests {
  private static let start = SampleAttempt.start

  private func taking(_ events: [(Event, after: Int)]) throws -> ProviderStay? {
    var file = try SampleAttempt("one").file()
    for (event, seconds) in events {
      var change = Change()
      try file.decide(event, &change, at: Self.start + .seconds(seconds), telling: [])
    }
    return file.firstStay
  }

  @Test("It lasts from the last leave before the first return to that return, whatever follows")
  func firstStay() throws {
    let leave = Event.leave(change: nil)
    #expect(try taking([]) == nil)
    #expect(try taking([(leave, 1)])?.seconds == nil)
    let whole: [(Event, after: Int)] = [
      (leave, 1), (leave, 6), (.returned(session: "S-1"), 46), (leave, 50), (.returned(session: "S-1"), 90),
    ]
    #expect(try taking(whole)?.leftAt == Self.start + .seconds(6))
    #expect(try taking(whole)?.seconds == 40)
  }

  @Test("A notification is no return, and a return without a leave begins no stay")
  func hints() throws {
    #expect(try taking([(.leave(change: nil), 1), (.recheckRequested, 2)])?.seconds == nil)
    #expect(try taking([(.returned(session: nil), 2)]) == nil)
  }

  @Test("A refused event changes nothing, and a clock that was set back makes no stay negative")
  func extremes() throws {
    #expect(throws: Refusal.self) { try taking([(.cancel(.buyer), 1), (.leave(change: nil), 2)]) }
    #expect(try taking([(.leave(change: nil), 100), (.returned(session: nil), 5)])?.seconds == 0)
  }
}
