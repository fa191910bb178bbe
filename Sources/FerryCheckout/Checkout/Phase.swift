public import FerryCore

/// The phase of a checkout, with the data of that phase only. Each case lists the phases that usually follow. All events, and
/// who may cause them, are drawn in `Documentation/States.svg`.
public enum Phase: Codable, Hashable, Sendable {
  /// → selecting, confirmed (journey `pay`), cancelled, expired
  case open
  /// → reviewing, cancelled, expired; itself, for another selection, if the merchant does not deliver to the address
  case selecting(Selecting)
  /// → selecting, authorizing, cancelled, expired
  case reviewing
  /// Journey `pay`: the buyer has agreed, and the provider knows nothing yet. The payment page is asked for when the buyer's
  /// browser leaves. In `/v1` this is `paying`. → authorizing, cancelled, expired
  case confirmed
  /// → open (journey `pay`), reviewing (the selection has changed since the agreement), paying, declined, held, closing
  case authorizing(Authorizing)
  /// → settling, closing
  case paying(Paying)
  /// → paid, declined, cancelled, expired, closing, held; paying (nothing was paid yet, or an attempt was declined);
  /// reviewing (the selection has changed since the agreement)
  case settling(Settling)
  /// → cancelled, expired, paid, declined, held
  case closing(Closing)
  /// Final, except for money operations; → held, if the provider contradicts itself
  case paid
  /// Final, except for money that comes late, like the two that follow; → paid, held
  case declined(DeclineReason)
  case cancelled(Party)
  case expired
  /// → paid, cancelled, declined, closing (asked again, or captured before it counts as paid); only a person decides, but if
  /// the provider is undecided or an operation is unknown, the provider's answer counts
  case held(HoldReason)

  /// The buyer is at the provider's selection pages.
  public struct Selecting: Codable, Hashable, Sendable {
    /// The change that the buyer has left for; nil in the first selection.
    public var change: ChangeKind?
    /// The question to the provider that has no answer yet.
    public var question: CommandNumber?
    /// Why the selection was not accepted: the buyer must select another address.
    public var refusal: SelectionRefusal?
    /// Set if the last answer could not be understood: the provider is asked again.
    public var unclear: Unclear?
    /// True if a session came back before anything was selected: no session is attached until the buyer leaves again.
    public var mustRestart = false
  }

  /// Why a selection is not accepted.
  public enum SelectionRefusal: String, Codable, Hashable, Sendable, CaseIterable {
    /// The merchant does not deliver to the address's country.
    case countryNotServed = "country-not-served"
    /// The merchant's restrictions exclude the address's region or postal code.
    case regionNotServed = "region-not-served"
    /// The merchant does not deliver to post office boxes.
    case postOfficeBox = "post-office-box"
    /// The merchant does not deliver to parcel lockers and post offices.
    case packstation
  }

  /// Answers that could not be understood, with no other between them.
  public struct Unclear: Codable, Hashable, Sendable {
    /// When the first of them came.
    public var began: Moment
    public var last: Moment

    init(began: Moment, last: Moment) {
      self.began = began
      self.last = last
    }

    /// Earlier versions stored the number of answers in the place of the first one's time.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      last = try container.decode(Moment.self, forKey: .last)
      began = try container.decodeIfPresent(Moment.self, forKey: .began) ?? last
    }
  }

  /// The provider's payment page is being made.
  public struct Authorizing: Codable, Hashable, Sendable {
    public enum Step: Codable, Hashable, Sendable {
      /// The session is read again, to compare it with the agreement.
      case checking
      /// The payment page is asked for.
      case requesting
    }

    public var step: Step
    public var command: CommandNumber
    /// Set if the checkout is to end, instead of being paid, as soon as the provider has answered.
    public var ending: Ending?
  }

  /// The buyer is on the payment page, or on the way.
  public struct Paying: Codable, Hashable, Sendable {
    /// The provider's URL.
    public var page: String
    public var since: Moment
    /// Number of times in the quiet schedule that have passed.
    public var asked: Int

    /// The buyer opens the page again: Ferry asks as often as at first, and no question comes later than it would have.
    func reopened(at now: Moment, _ profile: JourneyProfile) -> Self {
      guard since + profile.quietWait(asked) > now + profile.quietWait(0) else { return self }
      return Self(page: page, since: now, asked: 0)
    }
  }

  /// The provider is asked for the result of the payment.
  public struct Settling: Hashable, Sendable {
    var question: Question
    /// The phase to go back to if nothing was paid yet.
    public var paying: Paying
    /// The provider has reported that it is deciding, which may take days.
    public var isPending = false
    public var lastAsked: Moment
    public var ending: Ending?
    /// When the phase began.
    public var began: Moment

    enum Question: Hashable, Sendable {
      /// The question or request under way.
      case asked(CommandNumber)
      /// The provider itself is still deciding.
      case answered
      /// The last question had no readable answer. It is repeated.
      case unanswered
    }

    /// The question or request under way; nil while the provider itself is still deciding.
    public var command: CommandNumber? {
      if case .asked(let command) = question { command } else { nil }
    }
  }

  /// The checkout is to end, but the buyer may have paid: the provider is asked first.
  public struct Closing: Hashable, Sendable {
    public var ending: Ending
    /// The command under way, if any is.
    var request: Request?
    public var lastAsked: Moment
    /// When the phase began.
    public var began: Moment

    init(_ ending: Ending, lastAsked: Moment) {
      self.ending = ending
      self.lastAsked = lastAsked
      began = lastAsked
    }

    enum Request: Hashable, Sendable {
      case presentState(CommandNumber)
      case endOfSession(CommandNumber)
    }

    public var command: CommandNumber? {
      switch request {
      case .presentState(let command), .endOfSession(let command): command
      case nil: nil
      }
    }
  }

  /// The end of a checkout without money.
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
    case .confirmed, .paying: .paying
    case .settling: .settling
    case .closing: .closing
    case .paid: .paid
    case .declined: .declined
    case .cancelled: .cancelled
    case .expired: .expired
    case .held: .held
    }
  }

  /// True until the buyer has agreed. A return may bring a selection then.
  package var isBeforeConfirmation: Bool {
    switch self {
    case .open, .selecting, .reviewing: true
    case .confirmed, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired, .held: false
    }
  }

  public var isFinal: Bool { name.isFinal }

  /// True in the journey `pay` until the provider is asked for the payment page.
  public var isBeforePaymentPage: Bool { self == .open || self == .confirmed }
}

/// The party that has cancelled.
public enum Party: String, Codable, Hashable, Sendable {
  case buyer
  case merchant
  case provider
}
