public import FerryCheckout
public import FerryCore

/// What a merchant asks for when a buyer wants to pay.
public struct NewCheckout: Sendable {
  public var reference: OrderReference
  public var key: CreationKey?
  public var provider: ProviderID
  public var kind: CheckoutKind
  public var language: Language
  public var capture: CapturePolicy
  public var content: OrderContent
  /// The app that the buyer is in; only of kind `app`.
  public var app: AppBody?
  /// What whoever asks has found wrong already; it is told together with all the rest.
  public var problems: [OrderProblem]
  /// Whether another checkout may be taken on. What was asked for before is given back all the same.
  public var hasRoom: Bool

  public init(
    reference: OrderReference, key: CreationKey?, provider: ProviderID, kind: CheckoutKind, language: Language,
    capture: CapturePolicy, content: OrderContent, app: AppBody? = nil, problems: [OrderProblem] = [],
    hasRoom: Bool = true
  ) {
    self.reference = reference
    self.key = key
    self.provider = provider
    self.kind = kind
    self.language = language
    self.capture = capture
    self.content = content
    self.app = app
    self.problems = problems
    self.hasRoom = hasRoom
  }

  /// What is wrong when a server has no provider of this id in the shop's mode.
  public static let unknownProvider = OrderProblem("/provider", "This server has no such provider in this key's mode.")
}

/// Why a checkout was not created.
public enum CreationRefusal: Error, Hashable, Sendable {
  case orderPaid(CheckoutID)
  /// An attempt is live that has other content and has gone too far to be put aside.
  case attemptLive(CheckoutID, PhaseName)
  case unknownProvider
  /// It would be one more, and there is no room for it.
  case noRoom
}
