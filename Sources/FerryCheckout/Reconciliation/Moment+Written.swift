public import FerryCore

extension Moment {
  // Compiled once: each row of a report has times. Nothing changes it.
  nonisolated(unsafe) private static let writtenForm =
    /([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]([0-9:]+)(?:[.,]([0-9]+))?(?:Z|([+-][0-9]{2})(:?[0-9]{2})?))?/

  /// Reads the times of exports (ISO 8601): `2026-01-31T12:00:00Z`, with `+09:00`, `+0900` or `+09` instead of the Z,
  /// a blank instead of the T, without seconds, or with a fraction of them. A day alone is its beginning in UTC. Nil
  /// for anything else, including a time without a zone.
  public init?(written text: String) {
    guard let (_, day, clock, fraction, hours, minutes) = text.wholeMatch(of: Self.writtenForm)?.output else {
      return nil
    }
    let time = (clock ?? "00:00:00") + (fraction.map { "." + $0 } ?? "")
    self.init(iso8601: "\(day)T\(time)\(hours.map { $0 + (minutes ?? "00") } ?? "Z")")
  }
}
