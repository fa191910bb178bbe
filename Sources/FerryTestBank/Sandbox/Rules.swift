/// The limits in the bank's documents.
enum Rules {
  /// The time that a buyer has to pay.
  static let lifetime = Duration.seconds(1_800)
  /// The time until a payment page has to be opened.
  static let pageLifetime = Duration.seconds(60)
  /// The largest difference between a signature's time and the bank's clock, in both directions.
  static let tolerance = Duration.seconds(300)
  /// The most characters of an address.
  static let addressLimit = 2_048
}
