/// What became of a notification that was to be kept.
public enum InboxAcceptance: String, Hashable, Sendable {
  case kept
  /// It is known.
  case repeated
  /// Nobody signed it, and it names no checkout. Nothing is kept of it.
  case foreign
}
