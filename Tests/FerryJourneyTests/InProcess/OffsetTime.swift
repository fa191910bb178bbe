import FerryCore

/// A clock that is ahead of another by a fixed time.
struct OffsetTime: Timekeeper {
  private let base: any Timekeeper
  private let ahead: Duration

  init(_ base: any Timekeeper, ahead: Duration) {
    self.base = base
    self.ahead = ahead
  }

  var now: Moment { base.now + ahead }

  func sleep(until moment: Moment) async throws { try await base.sleep(until: moment - ahead) }
}
