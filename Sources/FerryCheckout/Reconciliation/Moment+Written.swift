public import FerryCore
public import Foundation

extension Moment {
  // Compiled once: each row of a report has times. Nothing changes it.
  nonisolated(unsafe) private static let writtenForm =
    /(?:([0-9]{4}-[0-9]{2}-[0-9]{2})|([0-9]{2})\.([0-9]{2})\.([0-9]{4}))(?:[T ]([0-9:]+)(?:[.,]([0-9]+))?(Z| ?UTC|([+-][0-9]{2})(:?[0-9]{2})?)?)?/

  /// Reads the times of exports: `2026-01-31T12:00:00Z` (ISO 8601), with `UTC`, `+09:00`, `+0900` or `+09` instead of the Z, a blank
  /// instead of the T, without seconds, or with a fraction of them; `31.01.2026` instead of the day. A day alone is its beginning.
  /// Nil for anything else.
  /// - Parameter zone: Of a time without a zone; nil if such a time is none. A day alone is in UTC then.
  public init?(written text: String, in zone: TimeZone? = nil) {
    guard
      let (_, iso, day, month, year, clock, fraction, offset, hours, minutes) =
        text.wholeMatch(of: Self.writtenForm)?.output,
      clock == nil || offset != nil || zone != nil
    else { return nil }
    let date = iso.map(String.init) ?? "\(year ?? "")-\(month ?? "")-\(day ?? "")"
    let time = (clock ?? "00:00:00") + (fraction.map { "." + $0 } ?? "")
    guard let moment = Moment(iso8601: "\(date)T\(time)\(hours.map { $0 + (minutes ?? "00") } ?? "Z")") else {
      return nil
    }
    self = offset == nil ? moment.asLocal(in: zone) : moment
  }

  /// The moment when a clock of the zone shows what a clock in UTC shows at this one.
  private func asLocal(in zone: TimeZone?) -> Moment {
    guard let zone else { return self }
    func offset(at moment: Moment) -> Duration {
      .seconds(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.milliseconds / 1000))))
    }
    return self - offset(at: self - offset(at: self))
  }
}
