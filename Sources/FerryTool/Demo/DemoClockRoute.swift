import FerryCore
import FerryWeb
import Hummingbird

/// Moves the demo's clock, and is there only where the demo's control API was asked for: `POST /control/clock` with
/// `{"advanceSeconds": 660}`. As JSON, which no foreign page's form can send.
struct DemoClockRoute: Sendable {
  let clock: DemoClock

  private struct Advance: Decodable {
    var advanceSeconds: Int
  }

  private struct Answer: Encodable {
    /// By how much the clock is ahead of the machine's.
    var aheadSeconds: Int64
  }

  /// More than any code, ticket or cookie lives.
  private static let most = 400 * 86_400

  func add(to router: some RouterMethods<some RequestContext>) {
    router.post("/control/clock") { request, _ in
      let body: Advance = try await request.json(limit: 256)
      guard (0...Self.most).contains(body.advanceSeconds) else {
        throw Problem(.malformed, "advanceSeconds is a number from 0 to \(Self.most).")
      }
      let ahead = clock.advance(by: .seconds(body.advanceSeconds))
      return try Response.json(.ok, Answer(aheadSeconds: ahead.components.seconds))
    }
  }
}
