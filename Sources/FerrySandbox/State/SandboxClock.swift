package import FerryCore

/// The advances of a sandbox's own time over the true one. Between two of them both go on alike.
package struct SandboxClock: Sendable {
  /// One advance.
  struct Jump: Codable, Hashable, Sendable {
    /// By the true clock.
    let at: Moment
    /// The sandbox's time less the true one, from then on, in milliseconds.
    let lead: Int64

    var offset: Duration { .milliseconds(lead) }
  }

  /// The oldest first.
  var jumps: [Jump] = []

  package init() {}

  /// The sandbox's present time less the true one.
  package var offset: Duration { jumps.last?.offset ?? .zero }

  /// The true date of a moment of the sandbox's time. Moments that it jumped over have the date of the jump, so that no event
  /// is dated before an earlier one.
  package func date(of moment: Moment) -> Moment {
    for (index, jump) in jumps.enumerated().reversed() {
      if moment >= jump.at + jump.offset { return moment - jump.offset }
      let before = index > 0 ? jumps[index - 1].offset : .zero
      if moment >= jump.at + before { return jump.at }
    }
    return moment
  }
}
