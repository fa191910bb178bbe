import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerryTesting
import HTTPTypes
import Synchronization

/// One answer of a provider, with the task that it answers and the consequence.
struct Exchange: Sendable {
  let task: ProviderTask
  let request: ProviderRequest
  let answer: ProviderAnswer
  let reaction: ProviderReaction

  /// The operation, without the object that it is about.
  var operation: String { String(request.call.prefix { $0 != " " }) }
  /// The request must not simply be sent again: it moves money, or makes a payment.
  var isDelicate: Bool { request.repetition != .safe }
}

/// A provider that keeps its exchanges.
final class RecordedProvider: Provider {
  let base: any Provider
  private let recorded = Mutex<[Exchange]>([])

  init(_ base: any Provider) { self.base = base }

  var exchanges: [Exchange] { recorded.withLock(\.self) }

  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    let reaction = base.receive(answer, to: request, of: task)
    recorded.withLock { $0.append(Exchange(task: task, request: request, answer: answer, reaction: reaction)) }
    return reaction
  }

  var account: ProviderAccountID { base.account }
  var profile: JourneyProfile { base.profile }
  var references: ReferenceFormat { base.references }
  var pagePolicy: PagePolicySources { base.pagePolicy }
  var needs: Set<BuyerFact> { base.needs }
  var maximumConcurrentRequests: Int { base.maximumConcurrentRequests }
  var notificationRules: NotificationRules? { base.notificationRules }

  func check(_ content: OrderContent) throws(OrderProblem) { try base.check(content) }
  func usable(_ buyer: BuyerFacts, country: String?) -> UsableFacts { base.usable(buyer, country: country) }
  func problems(of options: ProviderOptions) -> [OrderProblem] { base.problems(of: options) }

  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    try base.nextAction(step, for: input)
  }

  func session(inReturn query: [(name: String, value: String)]) -> String? { base.session(inReturn: query) }

  func remark(onReturn form: [UInt8], record: [UInt8]?) -> String? { base.remark(onReturn: form, record: record) }

  func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan { try base.plan(task) }

  func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    try base.seal(request, sending)
  }

  func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    try await base.read(notification)
  }
}

extension RecordedProvider {
  /// One exchange of each call, stage and command, and of each record.
  var distinct: [Exchange] {
    var seen: Set<String> = []
    return exchanges.filter {
      seen.insert("\($0.operation) \($0.task.stage) \($0.task.command.kind.name) \($0.task.record == nil)").inserted
    }
  }
}

extension ProviderReaction {
  var findings: ProviderFindings? {
    switch self {
    case .done(_, let findings), .next(_, let findings), .newReference(_, let findings): findings
    case .nothingHappened, .failed: nil
    }
  }

  var observation: Observation? { if case .done(.observed(let observation), _) = self { observation } else { nil } }

  /// The stage that follows.
  var stage: String? {
    switch self {
    case .next(let stage, _), .nothingHappened(let stage), .newReference(let stage, _): stage
    case .done, .failed: nil
    }
  }
}

/// Keeps the requests to the provider, and changes its answers on their way, as a faulty provider would.
final class AnswerEditor: ProviderTransport {
  private let base: any ProviderTransport
  private let change = Mutex<(status: Int?, headers: HTTPFields, text: @Sendable (String) -> String)?>(nil)
  private let interference = Mutex<(@Sendable () async -> Void)?>(nil)
  private let sent = Mutex<[SealedRequest]>([])

  init(_ base: any ProviderTransport) { self.base = base }

  /// The requests as they were sent, the first first.
  var requests: [SealedRequest] { sent.withLock(\.self) }

  /// - Parameters:
  ///   - status: Of every answer from now on; nil for its own.
  ///   - headers: They take the place of its own ones of these names.
  func edit(status: Int? = nil, headers: HTTPFields = [:], _ text: @escaping @Sendable (String) -> String) {
    change.withLock { $0 = (status, headers, text) }
  }

  /// Runs code between the provider's action on each request and the arrival of its answer.
  func interfere(_ interference: @escaping @Sendable () async -> Void) {
    self.interference.withLock { $0 = interference }
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    sent.withLock { $0.append(SealedRequest(request, body: body)) }
    var answer = try await base.send(request, body: body, timeout: timeout)
    if let change = change.withLock(\.self) {
      answer.body = Array(change.text(String(decoding: answer.body, as: UTF8.self)).utf8)
      for field in change.headers { answer.headers[field.name] = field.value }
      if let status = change.status { answer.status = HTTPResponse.Status(code: status) }
    }
    let interference = interference.withLock { $0 }
    await interference?()
    return answer
  }
}

/// The notifications that the engine received, with its answers to those that it accepted.
final class PostBox: Sendable {
  private let contents = Mutex<(messages: [IncomingNotification], receipts: [String])>(([], []))

  var messages: [IncomingNotification] { contents.withLock(\.messages) }
  var receipts: [String] { contents.withLock(\.receipts) }

  func take(_ message: IncomingNotification) { contents.withLock { $0.messages.append(message) } }
  func take(_ receipt: String) { contents.withLock { $0.receipts.append(receipt) } }
}

/// Hands the sandbox's notifications to the engine.
struct PostToEngine: NotificationTransport {
  let world: ProviderWorld

  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int {
    var headers: HTTPFields = [:]
    for (name, value) in message.headers { if let name = HTTPField.Name(name) { headers[name] = value } }
    let notification = IncomingNotification(headers: headers, body: message.body, receivedAt: world.time.now)
    world.post.take(notification)
    do {
      world.post.take(try await world.engine.accept(notification, from: world.provider.account))
      return 200
    } catch is NotificationRefusal {
      return 401
    }
  }
}
