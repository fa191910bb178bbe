import FerryCore

/// A date and time of the gateway: `yyyyMMddHHmmss` in Japan's time, nine hours before UTC.
enum GatewayDate {
  static func text(_ moment: Moment) -> String { (moment + .seconds(9 * 3_600)).iso8601.filter(\.isWholeNumber) }
}
