import FerryCore

extension ChargePermission {
  /// Whether the limit holds anew for each period, as for recurring charges and saved wallets, or once.
  var isPeriodic: Bool { type != "OneTime" }

  /// When the period began that a moment lies in. Periods follow one another from the permission's creation: so many days,
  /// weeks of 7, months of 30 or years of 365 days. Without a length in so many words, it is a month.
  func periodStart(at moment: Moment) -> Moment {
    let frequency = recurringMetadata["frequency"]
    let value = frequency?["value"]?.wholeNumber ?? 1
    let days: Int64 =
      switch frequency?["unit"]?.text {
      case "Day": 1
      case "Week": 7
      case "Year": 365
      default: 30
      }
    let length = days * min(max(1, value), 1000) * 86_400_000
    let passed = max(0, moment.since(createdAt).wholeMilliseconds)
    return Moment(milliseconds: createdAt.milliseconds + passed / length * length)
  }
}
