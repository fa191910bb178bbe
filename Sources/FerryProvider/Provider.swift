public import FerryCheckout
public import FerryCore
public import FerryHTTP

/// One account at a payment provider, as the engine uses it. Everything here is pure: the engine alone sends.
public protocol Provider: Sendable {
  var account: ProviderAccountID { get }
  /// A checkout keeps the profile that it was created with.
  var profile: JourneyProfile { get }
  /// The alphabet and length of our references to commands.
  var references: ReferenceFormat { get }
  /// The sites that this provider's next action needs in a page of ours.
  var pagePolicy: PagePolicySources { get }
  /// The facts about the buyer that `seal` needs.
  var needs: Set<BuyerFact> { get }
  /// True if answers to disputes can be sent to the provider.
  var answersDisputes: Bool { get }
  /// The most requests to the provider at one time.
  var maximumConcurrentRequests: Int { get }

  /// Checks that the provider takes an order, for any selection that the buyer can make. Called before a checkout is
  /// created.
  /// - Throws: `OrderProblem` with the field that the provider does not take.
  func check(_ content: OrderContent) throws(OrderProblem)

  /// The facts about the buyer that a shop states, in the form that the provider takes. They stop no sale: what it cannot use is
  /// left out. Called when a checkout is created, with the facts that the provider needs.
  /// - Parameter country: The country that the order is delivered to, in ISO 3166-1 alpha-2; nil for none or several.
  func usable(_ buyer: BuyerFacts, country: String?) -> UsableFacts

  /// The problems of a shop's options for this provider, with pointers below the options: "/fields/0/keyword". Called before
  /// a checkout is created, if the shop states options. `ProviderOptions.decoded` finds those of the form.
  func problems(of options: ProviderOptions) -> [OrderProblem]

  /// The next action of the buyer's browser.
  /// - Throws: `ProviderFailure.misconfigured` if there is none.
  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction

  /// The provider's session id in the query of a return URL. It proves nothing.
  func session(inReturn query: [(name: String, value: String)]) -> String?

  /// A line for the timeline about the form that the provider lets the buyer's browser post to a return URL; nil if there is
  /// nothing to say. The buyer can forge and repeat it: it proves nothing, and nothing is decided by it.
  /// - Parameters:
  ///   - form: The body as received.
  ///   - record: The provider's own memory of the checkout.
  func remark(onReturn form: [UInt8], record: [UInt8]?) -> String?

  /// The request of a task's present stage, without secrets, buyer facts and the time of sending; or an outcome without a
  /// request, for a command that the provider does not have. The same task always gives the same plan.
  /// - Throws: `ProviderFailure.misconfigured` if a request would break the provider's rules.
  func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan

  /// Makes a planned request ready to be sent: body, credentials, dates, signatures. Called before each sending.
  /// - Throws: `ProviderFailure.misconfigured` if it cannot be made.
  func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest

  /// Reads an answer.
  /// - Parameters:
  ///   - request: The request as it was stored before it was sealed. The answer is read by it, never by a new plan.
  ///   - task: The command, stage and reference of that request, with the checkout as it is in the transaction that records
  ///     the answer. It includes what was committed after the request was made.
  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction

  /// Nil if the provider sends no notifications, or they are not set up.
  var notificationRules: NotificationRules? { get }

  /// Authenticates a notification, if the provider signs, and reads what it is about.
  /// - Throws: `NotificationRefusal` if it is not believed or cannot be read; `.notSetUp` without `notificationRules`.
  func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading

  /// A line for the log about a refused notification; nil if the reason says enough. It holds no secret.
  func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String?
}

extension Provider {
  public var pagePolicy: PagePolicySources { PagePolicySources() }
  public var needs: Set<BuyerFact> { [] }
  public var answersDisputes: Bool { false }
  /// For a provider that documents no limit.
  public var maximumConcurrentRequests: Int { 8 }
  /// For a provider whose forms have no rules besides the usual ones.
  public func usable(_ buyer: BuyerFacts, country: String?) -> UsableFacts { UsableFacts(buyer, country: country) }
  /// Takes no options.
  public func problems(of options: ProviderOptions) -> [OrderProblem] {
    [OrderProblem("", "This provider has no options. Leave them out.")]
  }
  /// The buyer brings no session: the server makes it.
  public func session(inReturn query: [(name: String, value: String)]) -> String? { nil }
  public func remark(onReturn form: [UInt8], record: [UInt8]?) -> String? { nil }
  public func remark(on notification: IncomingNotification, refused reason: NotificationRefusal) -> String? { nil }
}

extension JourneyProfile {
  /// Three days.
  package static let usualLapseWarning = Duration.seconds(3 * 86_400)
  /// A day.
  package static let usualAuthorizedCheck = Duration.seconds(86_400)
  /// Seven times in three months: most goods that come back do so in the first weeks.
  package static let usualPaidChecks: [Duration] = [1, 3, 7, 14, 30, 60, 90].map { .seconds($0 * 86_400) }
}
