import ArgumentParser
import FerryCore
import FerryReconciliation

/// A time as people write it: a day in UTC, which is its beginning, or a time with its zone.
struct PointInTime: ExpressibleByArgument {
  let moment: Moment

  init?(argument: String) {
    guard let moment = Moment(written: argument) else { return nil }
    self.moment = moment
  }
}
