package import FerryCheckout
package import FerryCore
package import FerryHTTP
package import FerryProvider
package import HTTPTypes

/// A provider's API that answers as a test scripts it.
package protocol ScriptedProvider: ProviderTransport {
  /// The time when events arrive and requests are sealed.
  var now: Moment { get }
  /// Texts that no stored request may hold.
  var secrets: [String] { get }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) throws(TransportFailure) -> ProviderAnswer

  /// Lets the time pass before a request is repeated.
  /// - Parameter time: Nil if the answer states none.
  func wait(_ time: Duration?)
}

extension ScriptedProvider {
  package func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer { try answer(request, body) }
}

/// An order and its checkout at a provider, whose commands are performed as the engine performs them, without engine and
/// store.
package struct SoldOrder<Account: Provider, Bank: ScriptedProvider>: Sendable {
  package let provider: Account
  package let bank: Bank
  package var order: Order
  package private(set) var checkout: Checkout
  /// The provider's own memory of the checkout.
  package var record: [UInt8]?
  /// True if the buyer's browser has returned from the provider since it left last.
  package var hasComeBack = false
  /// True to try a command again that is misconfigured, as the engine does after a minute. Otherwise the failure is thrown.
  package var triesAgain = false
  package private(set) var remarks: [String] = []
  package private(set) var references: [ProviderReference] = []
  package private(set) var details: BuyerDetails?
  private let buyer: BuyerFacts?

  /// - Parameter buyer: The facts that all requests are sealed with; nil for none.
  package init(
    _ content: OrderContent, at provider: Account, _ bank: Bank, buyer: BuyerFacts? = nil,
    language: Language = .english, capture: CapturePolicy = .automatic, options: ProviderOptions? = nil
  ) throws {
    self.provider = provider
    self.bank = bank
    self.buyer = buyer
    let stated = try CheckedOrder(reference: "cart-1", content: content)
    order = Order(id: "o1", number: "F0123456789ABCD", shop: "shop", mode: .test, stated: stated, createdAt: bank.now)
    try order.open("co_1", stated: stated)
    checkout = try Checkout(
      id: "co_1", order: order, provider: provider.account.provider, kind: .browser, language: language,
      capture: capture, profile: provider.profile, createdAt: bank.now, options: options)
  }

  package static var returnURLs: ProviderReturnURLs {
    ProviderReturnURLs(
      select: "https://shop.example/ferry/return/co_1/n/select", pay: "https://shop.example/ferry/return/co_1/n/pay",
      cancel: "https://shop.example/ferry/return/co_1/n/cancel")
  }

  package var payment: Payment? { checkout.payment }

  /// The state of a capture, refund or release.
  package func state(_ id: OperationID) -> FerryCheckout.Operation.State? {
    payment?.operations.first { $0.id == id }?.state
  }

  /// The input for the next action of the buyer's browser.
  /// - Parameter time: The time that passes before it.
  package func input(_ time: Duration = .zero) -> NextActionInput {
    NextActionInput(checkout: checkout, returnURLs: Self.returnURLs, record: record, now: bank.now + time)
  }

  package func task(
    _ kind: Command.Kind, stage: String = "", number: CommandNumber = 1, attempt: Int = 1, isRetry: Bool = false
  ) -> ProviderTask {
    ProviderTask(
      checkout: checkout, order: order, command: Command(number: number, kind: kind), stage: stage,
      reference: provider.references.digest(checkout.id, number, attempt: attempt), attempt: attempt,
      returnURLs: Self.returnURLs, record: record, hasComeBack: hasComeBack, isRetry: isRetry)
  }

  /// The request of a command's stage, as it is stored.
  package func request(_ kind: Command.Kind, stage: String = "", number: CommandNumber = 1) throws -> ProviderRequest {
    try provider.request(for: task(kind, stage: stage, number: number))
  }

  package func sealed(_ request: ProviderRequest) throws(ProviderFailure) -> SealedRequest {
    try provider.seal(request, Sending(now: bank.now, buyer: buyer, record: record, random: Array(0..<32)))
  }

  /// The reaction to the answer that the provider gives to a request.
  package func reaction(to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    do {
      let sealed = try sealed(request)
      return provider.receive(try bank.answer(sealed.request, sealed.body), to: request, of: task)
    } catch let failure as ProviderFailure {
      return .failed(failure)
    } catch {
      return .failed(.unknownOutcome(reason: "The answer is lost."))
    }
  }

  // MARK: Events and commands

  /// Applies an event, and performs the commands that follow.
  /// - Parameter moment: Nil for the provider's `now`.
  package mutating func apply(_ event: Event, at moment: Moment? = nil) throws {
    for command in try checkout.receive(event, at: moment ?? bank.now, for: &order).commands {
      let outcome = try perform(command)
      try apply(.performed(command.number, outcome), at: moment)
    }
  }

  /// The buyer agrees to the price as it stands.
  package mutating func confirm() throws {
    let total = checkout.quote?.total ?? .zero(checkout.content.currency)
    try apply(.confirm(revision: checkout.revision, total: total))
  }

  /// Sends a command's requests until it has an outcome. A failure that the engine would leave to a person is thrown.
  private mutating func perform(_ command: Command) throws -> Outcome {
    var (stage, attempt, isRetry) = ("", 1, false)
    for _ in 0..<60 {
      let task = task(command.kind, stage: stage, number: command.number, attempt: attempt, isRetry: isRetry)
      isRetry = false
      let request: ProviderRequest
      switch try provider.plan(task) {
      case .send(let planned): request = planned
      case .conclude(let outcome, let remark):
        remarks += [remark].compactMap(\.self)
        return outcome
      }
      let content = String(decoding: request.content, as: UTF8.self)
      if let secret = bank.secrets.first(where: { content.contains($0) }) {
        throw CommandProblem("The request \(request.call) stores \(secret).")
      }
      switch reaction(to: request, of: task) {
      case .done(let outcome, let findings):
        take(findings)
        return outcome
      case .next(let next, let findings):
        take(findings)
        stage = next
      case .newReference(let next, let findings):
        take(findings)
        (stage, attempt) = (next, attempt + 1)
      case .nothingHappened(let next): stage = next
      case .failed(.transient(_, let time)): bank.wait(time)
      case .failed(let failure) where triesAgain && failure.misconfiguration != nil:
        remarks.append(failure.reason)
        isRetry = true
      case .failed(let failure):
        switch (failure, request.repetition) {
        case (.unknownOutcome, .inquireFirst(let inquiry)), (.unreadable, .inquireFirst(let inquiry)): stage = inquiry
        case (.unknownOutcome, _): break
        default: throw failure
        }
      }
    }
    throw CommandProblem("The command \(command.kind.name) comes to no end at its stage \"\(stage)\".")
  }

  private mutating func take(_ findings: ProviderFindings) {
    if let record = findings.record { self.record = record }
    remarks += findings.remarks + [findings.misconfiguration?.description].compactMap(\.self)
    references += findings.references
    details = findings.details ?? details
  }
}

private struct CommandProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A task that needs no request, where a test needs one.
package struct NoRequest: Error {
  package init() {}
}

extension Provider {
  /// The request of a task that needs one.
  package func request(for task: ProviderTask) throws -> ProviderRequest {
    guard case .send(let request) = try plan(task) else { throw NoRequest() }
    return request
  }
}
