public import FerryCheckout
import FerryCore

/// A command at one of its stages. A command that needs several requests has several stages, each committed before its
/// request is sent.
public struct ProviderTask: Sendable {
  public var checkout: Checkout
  public var order: Order
  public var command: Command
  /// The provider's own name of the stage; "" is the first.
  public var stage: String
  /// Our reference to this command, in the provider's format: the same in every repetition, and never that of another
  /// command. `ProviderReaction.newReference` brings the next one. In a format that is counted a read has none: "".
  public var reference: String
  /// 1 for the first reference of the command.
  public var attempt: Int
  /// The URLs that a new session is given.
  public var returnURLs: ProviderReturnURLs
  /// The URLs that were sent to the provider for this checkout. A session that returns to one of them was made for it,
  /// whatever the settings are today.
  public var sentReturnURLs: [ProviderReturnURLs]
  /// The provider's own memory of the checkout.
  public var record: [UInt8]?
  /// True if the buyer's browser has returned from the provider since it left last.
  public var hasComeBack: Bool
  /// True if the request of this stage could not be sent, or was refused because of the settings, and is planned again. What
  /// it was made of may be outdated.
  public var isRetry: Bool

  public init(
    checkout: Checkout, order: Order, command: Command, stage: String, reference: String, attempt: Int = 1,
    returnURLs: ProviderReturnURLs, sentReturnURLs: [ProviderReturnURLs]? = nil, record: [UInt8]?,
    hasComeBack: Bool = false, isRetry: Bool = false
  ) {
    self.checkout = checkout
    self.order = order
    self.command = command
    self.stage = stage
    self.reference = reference
    self.attempt = attempt
    self.returnURLs = returnURLs
    self.sentReturnURLs = sentReturnURLs ?? [returnURLs]
    self.record = record
    self.hasComeBack = hasComeBack
    self.isRetry = isRetry
  }

  /// The reading of a stored checkout, outside the engine.
  public init(
    reading checkout: Checkout, _ order: Order, record: [UInt8]?, returnURLs: ProviderReturnURLs,
    sentReturnURLs: [ProviderReturnURLs]
  ) {
    self.init(
      checkout: checkout, order: order, command: Command(number: 0, kind: .read), stage: "", reference: "",
      returnURLs: returnURLs, sentReturnURLs: sentReturnURLs, record: record)
  }
}

/// The plan for a task.
public enum ProviderPlan: Hashable, Sendable {
  case send(ProviderRequest)
  /// The command ends without a request, for example one that the provider does not have.
  case conclude(Outcome, remark: String? = nil)

  /// The plan for a command about a dispute, of a provider that tells of none.
  package static let noDisputes = conclude(
    .rejected(.notAllowed), remark: "The provider has no such call for disputes.")
}

/// One request to a provider, as it is stored before it is sent, and sealed again for every repetition. It holds no
/// secret and nothing about the buyer.
public struct ProviderRequest: Codable, Hashable, Sendable {
  /// The rule for a request that may or may not have arrived.
  public enum Repetition: Codable, Hashable, Sendable {
    /// Sending it again does no harm.
    case safe
    /// Sending it again does no harm. After this many attempts without an outcome, a question at this stage takes its place.
    case inquireAfter(attempts: Int, stage: String)
    /// It must not be sent again before a question at this stage has proved that nothing happened.
    case inquireFirst(stage: String)
  }

  /// The operation and the object that it is about, in the provider's own words, for example `getCharge S01-1`. The answer
  /// is read by it.
  public var call: String
  public var method: String
  public var url: String
  /// Lower-case names.
  public var headers: [Header]
  /// The body, or what `Provider.seal` makes it of.
  public var content: [UInt8]
  public var repetition: Repetition
  private var timeoutMilliseconds: Int64

  /// The longest wait for the whole answer.
  public var timeout: Duration {
    get { .milliseconds(timeoutMilliseconds) }
    set { timeoutMilliseconds = newValue.wholeMilliseconds }
  }

  public struct Header: Codable, Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    call: String, method: String, url: String, headers: [Header] = [], content: [UInt8] = [], repetition: Repetition,
    timeout: Duration = .seconds(20)
  ) {
    self.call = call
    self.method = method
    self.url = url
    self.headers = headers
    self.content = content
    self.repetition = repetition
    timeoutMilliseconds = timeout.wholeMilliseconds
  }
}
