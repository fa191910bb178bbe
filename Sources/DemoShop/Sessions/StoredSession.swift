import FerryCore

/// A session as its file holds it.
struct StoredSession: Codable, Sendable {
  var session: Session
  var changed: Moment
}
