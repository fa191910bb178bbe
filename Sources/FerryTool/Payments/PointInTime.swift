import ArgumentParser
import FerryCore
import Foundation

/// A time as people write it: a day in UTC, which is its beginning, or a time of one.
struct PointInTime: ExpressibleByArgument {
  let moment: Moment

  init?(argument: String) {
    let text = argument.contains("T") ? argument : argument + "T00:00:00Z"
    guard let date = try? Date(text, strategy: .iso8601) else { return nil }
    moment = Moment(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
