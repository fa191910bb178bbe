extension String {
  /// The most bytes of a provider's id. Stores index it, and an entry of PostgreSQL's indexes has at most 2,704 bytes.
  static let longestID = 256

  /// False for a provider's id that stores do not index. PostgreSQL keeps no text with a NUL.
  var isStorableID: Bool { (1...Self.longestID).contains(utf8.count) && !utf8.contains(0) }
}
