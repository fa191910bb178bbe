import FerryCore

/// The code of a link that has come and has not been claimed yet. Whether it is the genuine one only the server can tell,
/// so a link that comes later never takes its place: anybody can plant one.
struct UnclaimedCode: Hashable, Sendable, Codable {
  var code: String
  /// When its link came.
  var heardAt: Moment
}

extension UnclaimedCode: Redacted {
  var description: String { "UnclaimedCode" }
}
