import FerryCore

/// The date of HTTP headers (RFC 9110 §5.6.7): "Thu, 02 Jan 2025 03:04:05 GMT".
enum HTTPDate {
  static func text(_ moment: Moment) -> String {
    let parts = AmazonTimestamp.text(moment)
    let digits = Array(parts)
    let days =
      moment.milliseconds >= 0 ? moment.milliseconds / 86_400_000 : (moment.milliseconds - 86_399_999) / 86_400_000
    // 1970-01-01 was a Thursday.
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int((days % 7 + 7) % 7)]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = Int(String(digits[4...5])).map { months[$0 - 1] } ?? "Jan"
    return
      "\(weekday), \(String(digits[6...7])) \(month) \(String(digits[0...3])) "
      + "\(String(digits[9...10])):\(String(digits[11...12])):\(String(digits[13...14])) GMT"
  }
}
