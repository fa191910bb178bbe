/// A version of the payment order API.
enum APIVersion: String, CaseIterable, Codable, Comparable, Sendable {
  /// The version of a request that names none.
  case v2 = "2.0"
  case v3 = "3.0"
  case v31 = "3.1"

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The parameter `version` of a media type, such as `application/json;version=3.1`; nil if there is none. Parameters may
  /// stand in any order, with spaces.
  /// - Throws: If the sandbox does not know the version.
  static func named(in mediaType: String?) throws(APIProblem) -> Self? {
    for parameter in (mediaType ?? "").split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
      guard parts.count == 2, parts[0].lowercased() == "version" else { continue }
      guard let version = Self(rawValue: parts[1]) else { throw .invalid("version", "is not 2.0, 3.0 or 3.1") }
      return version
    }
    return nil
  }
}
