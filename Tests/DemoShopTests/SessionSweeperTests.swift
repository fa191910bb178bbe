import FerryCore
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import DemoShop

@Suite("Session sweeper")
struct SessionSweeperTests {
  private struct CountingStore: SessionStore {
    struct DiskFull: Error {}

    let count = NIOLockedValueBox(0)

    func session(_ id: SessionID) -> Session { Session() }

    func update<Result: Sendable>(
      _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
    ) throws -> Result {
      var session = Session()
      return try change(&session)
    }

    func removeExpired() throws {
      let count = count.withLockedValue { count in
        count += 1
        return count
      }
      if count == 2 { throw DiskFull() }
    }
  }

  /// Lets three nights pass, and ends.
  private struct ThreeNaps: Timekeeper {
    let naps = NIOLockedValueBox<[Duration]>([])
    let now = Moment(milliseconds: 0)

    func sleep(until moment: Moment) throws {
      let count = naps.withLockedValue { naps in
        naps.append(moment.since(now))
        return naps.count
      }
      if count == 3 { throw CancellationError() }
    }
  }

  @Test("It sweeps at the start and every hour, also after a sweep that failed, until it is stopped")
  func sweeps() async {
    let store = CountingStore()
    let clock = ThreeNaps()
    await SessionSweeper(store: store, clock: clock, logger: Logger(label: "test")).run()
    #expect(store.count.withLockedValue { $0 } == 3)
    #expect(clock.naps.withLockedValue { $0 } == Array(repeating: .seconds(3600), count: 3))
  }
}
