extension Checkout {
  /// Whether a command still matters. One that does not need not be performed, and its answer is of no interest.
  public func wants(_ command: Command) -> Bool {
    guard command.number > (discarded ?? 0) else { return false }
    return switch (phase, command.kind) {
    // What was asked before another session came, or before the buyer left for a change.
    case (.selecting(let selecting), .read): selecting.question == command.number
    // A change was left before its answer came.
    case (.reviewing, .read): false
    case (_, .read) where phase.isFinal && payment == nil: inquiry.command == command.number
    // The checkout has ended instead of waiting for its payment page, and nothing but the page can have come of it.
    case (_, .authorize) where phase.isFinal && payment == nil: !profile.settlesOnlyByUs
    default: true
    }
  }
}
