/// What a screen reader says, and where its focus goes, when a status comes.
public struct Announcement: Hashable, Sendable {
  public var text: String
  public var focus: FocusTarget
  /// Whether it may interrupt what is being said: only what the buyer waits for does.
  public var isUrgent: Bool

  public init(text: String, focus: FocusTarget, isUrgent: Bool) {
    self.text = text
    self.focus = focus
    self.isUrgent = isUrgent
  }
}

/// The place of a screen that a status is about.
public enum FocusTarget: Hashable, Sendable, CaseIterable {
  /// Where it is.
  case unchanged
  /// The status view's title.
  case title
  /// The review's heading.
  case review
  /// The pay button.
  case payButton
}
