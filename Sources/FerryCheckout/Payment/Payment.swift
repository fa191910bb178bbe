public import FerryCore

/// The money of a checkout: totals as the provider has confirmed them, and what was asked of it.
public struct Payment: Codable, Hashable, Sendable {
  /// The provider's id of the charge.
  public let reference: String
  /// What the provider has at some time authorized; it stays when it is let go.
  public internal(set) var authorized: Money
  public internal(set) var captured: Money
  public internal(set) var refunded: Money
  /// The provider has said no, to the authorization or to the capture.
  public internal(set) var declined: DeclineReason?
  public internal(set) var operations: [Operation]
  /// When the provider lets go of what is authorized and not captured, as far as it has said so.
  public internal(set) var lapsesAt: Moment?
  /// When it was told that this is near: before it, nobody has captured the money or let it go.
  public internal(set) var lapseWarnedAt: Moment?
  /// Why authorized money was let go, where some was.
  public internal(set) var release: Release?
  /// The provider has said that it was deciding about the authorization, and that it has decided.
  var wasPending: Bool
  var wasDecided: Bool
  /// The provider has said that a capture was on its way.
  var wasCapturing: Bool
  /// The provider has said that what was not captured was let go.
  var wasVoided: Bool
  /// How often captured money was moved between sales and suspense.
  var transfers: Int

  init(reference: String, currency: Currency) {
    self.reference = reference
    authorized = .zero(currency)
    captured = .zero(currency)
    refunded = .zero(currency)
    operations = []
    wasPending = false
    wasDecided = false
    wasCapturing = false
    wasVoided = false
    transfers = 0
  }

  /// Why authorized money was let go.
  public enum Release: String, Codable, Hashable, Sendable {
    /// It was captured in part, and the provider captures once.
    case afterCapture = "after-capture"
    case byBuyer = "by-buyer"
    case byMerchant = "by-merchant"
    case byProvider = "by-provider"
    /// Nobody captured it in time.
    case lapsed
  }

  package var currency: Currency { authorized.currency }

  /// The provider is still deciding about the authorization or the capture.
  public var isPending: Bool {
    declined == nil && captured.isZero && !wasVoided && (wasCapturing || wasPending && !wasDecided)
  }

  /// Whether any money stands with us: captured and not given back, or authorized and not let go.
  var holdsMoney: Bool { captured.minorUnits > refunded.minorUnits || capturable.isPositive }

  /// Authorized money that was let go, or refused when it was to be captured.
  public var voided: Money {
    Money(minorUnits: holdsNoMore ? max(0, authorized.minorUnits - captured.minorUnits) : 0, currency)
  }

  /// Authorized money that is held no more: captured, let go, or refused at last.
  var released: Money {
    holdsNoMore ? authorized : Money(minorUnits: min(captured.minorUnits, authorized.minorUnits), currency)
  }

  private var holdsNoMore: Bool { wasVoided || declined != nil }

  /// Whether a capture was asked for here.
  package var hasCaptures: Bool { operations.contains { $0.kind == .capture } }

  /// What can still be captured.
  public var capturable: Money { Money(minorUnits: authorized.minorUnits - released.minorUnits, currency) }

  /// What can still be refunded: captured, less what is refunded, less every refund that has not definitely failed and is
  /// not yet among the refunded.
  public var refundable: Money { Money(minorUnits: max(0, kept), currency) }

  /// Captured money that is neither refunded nor asked to be.
  package var kept: Int64 {
    operations.reduce(captured.minorUnits - refunded.minorUnits) { kept, operation in
      guard operation.kind == .refund, operation.isUnderWay else { return kept }
      return kept - (operation.amount.minorUnits - operation.refunded(of: self))
    }
  }

  /// The one operation under way.
  public var current: Operation? { operations.first(where: \.isUnderWay) }
}
