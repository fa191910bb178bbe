public import FerryCore

/// Something that happened to a checkout.
public enum Event: Codable, Hashable, Sendable {
  // Intents of buyer and merchant: ordered by commit, and may be refused.

  /// The buyer leaves for the provider to choose, or to change a choice.
  case leave(change: ChangeKind?)
  /// The buyer agreed to this.
  case confirm(revision: Int, total: Money)
  /// The buyer turns back from a change: what was chosen before stands.
  case keep
  case cancel(Party)
  /// The buyer turned back at the provider's pages for choosing: ends a first selection, and leaves an earlier choice as it
  /// was. Anywhere else it means nothing, for the link may be an old one.
  case returnedToShop
  /// The buyer begins again in another browser: what the first one has brought is let go.
  case restarted
  /// The merchant takes authorized money; all that is left when no amount is named.
  case capture(OperationID, Money?)
  /// The merchant gives captured money back.
  case refund(OperationID, Money)
  /// The merchant lets authorized money go.
  case void(OperationID)
  /// A person has looked at a held checkout.
  case resolve(Resolution)

  // Hints: they say nothing about money and make us ask.

  /// The buyer came back from the provider, naming its session.
  case returned(session: String?)
  /// The provider says that something changed, or somebody wants to know.
  case recheckRequested
  /// The time has come that the checkout asked for.
  case timerFired

  // What became of a command.

  case performed(CommandNumber, Outcome)
}

/// What became of a command.
public enum Outcome: Codable, Hashable, Sendable {
  /// The provider answered; this is how it sees things now.
  case observed(Observation)
  /// The provider definitely did not do it.
  case rejected(Rejection)
  /// It is not known whether the provider did it, and cannot be found out by asking. A person has to.
  case parked
  /// The provider was asked and gave no answer that can be read, as often as it is worth asking. Asking later may help.
  case unanswered
}

/// Why the provider did not do it.
public enum Rejection: Codable, Hashable, Sendable {
  /// The buyer has not done his part yet.
  case notYet
  /// What was asked for has been done before: ask how things stand.
  case alreadyDone
  case declined(DeclineReason)
  /// The provider's session is over.
  case sessionEnded(SessionEnd)
  /// The session belongs to another checkout.
  case foreignSession
  /// The provider's rules do not allow this operation (any more); the amount stays where it was.
  case notAllowed
}

/// How a provider's session ended without payment.
public enum SessionEnd: Codable, Hashable, Sendable {
  case cancelledByBuyer
  case cancelledByProvider
  case declined(DeclineReason)
  case expired
}
