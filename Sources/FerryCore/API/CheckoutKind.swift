/// Where the buyer's journey runs; fixed when the checkout is created.
public enum CheckoutKind: String, ClosedValue, Hashable, Sendable {
  /// The shop's pages in an ordinary browser.
  case browser
  /// An app, with the provider's pages in a secure browser beside it.
  case app
}

/// When the money is taken.
public enum CapturePolicy: String, ClosedValue, Hashable, Sendable {
  /// With the payment.
  case automatic
  /// Later, by the merchant's own call, usually when the goods leave.
  case manual
}

/// What of a selection the buyer wants to change.
public enum ChangeKind: String, ClosedValue, Hashable, Sendable {
  case address
  case payment
}

/// Where a checkout stands, as `/v1` tells it. Phases may be added: an unknown one is not final.
public enum PhaseName: Hashable, Sendable {
  /// Created; the buyer has not left yet.
  case open
  /// The buyer chooses address and means of payment at the provider.
  case selecting
  /// The buyer reviews the order in the shop.
  case reviewing
  /// The provider is being asked for its payment page.
  case authorizing
  /// The buyer is on the provider's payment page.
  case paying
  /// The payment is being confirmed. Never shown as failed.
  case settling
  /// Asked to cancel or expired, and the provider is being asked whether money moved.
  case closing
  case paid
  case declined
  case cancelled
  case expired
  /// Something contradicts; a person decides. Nothing is captured meanwhile.
  case held
  case unrecognised(String)

  /// Whether the checkout can change no more, save by refunds and late money.
  public var isFinal: Bool {
    switch self {
    case .paid, .declined, .cancelled, .expired: true
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .held, .unrecognised: false
    }
  }
}

extension PhaseName: RawRepresentable, Codable {
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "open": .open
      case "selecting": .selecting
      case "reviewing": .reviewing
      case "authorizing": .authorizing
      case "paying": .paying
      case "settling": .settling
      case "closing": .closing
      case "paid": .paid
      case "declined": .declined
      case "cancelled": .cancelled
      case "expired": .expired
      case "held": .held
      default: .unrecognised(rawValue)
      }
  }

  /// A switch and no search: `==` of a raw-representable type compares raw values, so it must not be used to find one.
  public var rawValue: String {
    switch self {
    case .open: "open"
    case .selecting: "selecting"
    case .reviewing: "reviewing"
    case .authorizing: "authorizing"
    case .paying: "paying"
    case .settling: "settling"
    case .closing: "closing"
    case .paid: "paid"
    case .declined: "declined"
    case .cancelled: "cancelled"
    case .expired: "expired"
    case .held: "held"
    case .unrecognised(let name): name
    }
  }
}
