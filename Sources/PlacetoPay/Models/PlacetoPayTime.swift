public import FerryCore

/// PlacetoPay's times: ISO 8601 with a zone.
public enum PlacetoPayTime {
  /// The form in requests: "2026-01-15T14:30:00+00:00". A numeric offset is accepted everywhere, a `Z` is not documented.
  public static func text(_ moment: Moment) -> String { moment.iso8601.dropLast() + "+00:00" }

  /// Reads the forms that are in use: "2023-06-21T09:56:06-05:00", "2023-10-17T16:22-0500" and
  /// "2026-01-15T14:30:00.000Z". Nil for anything else, including a time without a zone.
  public static func moment(_ text: String) -> Moment? { Moment(iso8601: text) }

  /// Returns true if a text is a date of the calendar, "2026-02-28".
  static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && moment("\(text)T00:00Z") != nil
  }
}
