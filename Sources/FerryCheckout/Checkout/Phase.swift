public import FerryCore

/// Where a checkout stands, with what belongs to that place only. Each case lists its exits.
public enum Phase: Codable, Hashable, Sendable {
  /// → selecting, authorizing (journey `pay`), cancelled, expired
  case open
  /// → reviewing, cancelled, expired; itself, for another choice, if the address cannot be delivered to
  case selecting(Selecting)
  /// → selecting, authorizing, cancelled, expired
  case reviewing
  /// → reviewing (what the buyer agreed to has changed), paying, declined, held, closing
  case authorizing(Authorizing)
  /// → settling, closing; by way of settling back to reviewing, if what the buyer agreed to has changed
  case paying(Paying)
  /// → paid, declined, cancelled, expired, paying (nothing has happened yet), closing, held, reviewing (what the buyer
  /// agreed to has changed)
  case settling(Settling)
  /// → cancelled, expired, paid, declined, held
  case closing(Closing)
  /// Final, save for money operations; → held if the provider contradicts itself.
  case paid
  /// Final, save for money that comes late; → paid, held. So are the two that follow.
  case declined(DeclineReason)
  case cancelled(Party)
  case expired
  /// → paid, cancelled, closing (asked again, or captured before it counts as paid), and only by a person
  case held(HoldReason)

  /// The buyer is choosing at the provider.
  public struct Selecting: Codable, Hashable, Sendable {
    /// What is being changed; absent in the first selection.
    public var change: ChangeKind?
    /// The question that was asked of the provider and is not yet answered.
    public var question: CommandNumber?
    /// Why the buyer's choice was not taken: another address is to be chosen.
    public var refusal: ChoiceRefusal?
    /// The provider's last answer was of a kind that we do not know, so it is asked again.
    public var unclear: Unclear?
    /// A session was brought back before anything was chosen in it: nothing is attached until the buyer leaves anew.
    public var mustRestart: Bool?
  }

  /// Why a choice cannot be delivered or priced.
  public enum ChoiceRefusal: String, Codable, Hashable, Sendable {
    /// The merchant does not deliver to the address's country.
    case countryNotServed = "country-not-served"
  }

  /// Answers that say nothing we know, so far.
  public struct Unclear: Codable, Hashable, Sendable {
    public var answers: Int
    public var last: Moment
  }

  /// The provider's payment page is being made.
  public struct Authorizing: Codable, Hashable, Sendable {
    public enum Step: Codable, Hashable, Sendable {
      /// The session is read again, to see whether it still holds what the buyer agreed to.
      case checking
      /// The payment page is asked for.
      case requesting
    }

    public var step: Step
    public var command: CommandNumber
    /// What to do instead of paying as soon as the provider has answered.
    public var ending: Ending?
  }

  /// The buyer is on the payment page, or on the way.
  public struct Paying: Codable, Hashable, Sendable {
    /// The provider's page.
    public var page: String
    public var since: Moment
    /// The times of the provider's schedule that have gone by.
    public var asked: Int
  }

  /// Whether and how the buyer paid is being found out.
  public struct Settling: Codable, Hashable, Sendable {
    /// The question or request under way; absent while the provider itself is still deciding.
    public var command: CommandNumber?
    /// The page, to go back to when nothing has happened yet.
    public var paying: Paying
    /// The provider has said that it is deciding: days, perhaps.
    public var isPending: Bool
    public var asked: Int
    public var lastAsked: Moment
    public var ending: Ending?
    /// When the checkout came here; nil in what an earlier version has stored.
    public var began: Moment?
    /// The last question had no answer that can be read, so it is put once more as it was; nil for no.
    public var wasUnanswered: Bool?
  }

  /// Asked to end after the buyer may have paid.
  public struct Closing: Codable, Hashable, Sendable {
    public var ending: Ending
    public var command: CommandNumber?
    public var asked: Int
    public var lastAsked: Moment
    /// Whether the provider was told to end its session. Once is enough.
    public var isCancelSent: Bool
    /// When the checkout came here; nil in what an earlier version has stored.
    public var began: Moment?

    init(_ ending: Ending, lastAsked: Moment) {
      self.ending = ending
      asked = 0
      self.lastAsked = lastAsked
      isCancelSent = false
      began = lastAsked
    }
  }

  /// The end that a checkout comes to when no money has moved.
  public enum Ending: Codable, Hashable, Sendable {
    case cancel(Party)
    case expire

    var phase: Phase {
      switch self {
      case .cancel(let party): .cancelled(party)
      case .expire: .expired
      }
    }
  }

  public var name: PhaseName {
    switch self {
    case .open: .open
    case .selecting: .selecting
    case .reviewing: .reviewing
    case .authorizing: .authorizing
    case .paying: .paying
    case .settling: .settling
    case .closing: .closing
    case .paid: .paid
    case .declined: .declined
    case .cancelled: .cancelled
    case .expired: .expired
    case .held: .held
    }
  }

  public var isFinal: Bool { name.isFinal }
}

/// Who wanted it.
public enum Party: String, Codable, Hashable, Sendable {
  case buyer
  case merchant
  case provider
}

/// Why a person must decide.
public enum HoldReason: String, Codable, Hashable, Sendable {
  /// The provider's amount or currency is not what we asked for.
  case amountMismatch
  /// The provider has said two things that cannot both be.
  case contradiction
  /// Money came for an order that is paid already or cannot take it, and giving it back did not work.
  case lateMoney
  /// An operation was begun and its outcome cannot be found out.
  case unknownOutcome
}
