import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Logging
import Synchronization

/// A fictitious bank with counted references, whose payment page expires after a minute. Tests set its behaviour.
final class LineBank: Provider, ProviderTransport {
  struct Behaviour: Sendable {
    /// The command that ends without a request.
    var concluded: String?
    var isConfigured = true
    /// The next answers; after them 200.
    var statuses: [Int] = []
    var spent = false
    /// True if the record of an answer cannot be encoded.
    var hasBrokenRecord = false
    /// For each planned request, whether it was planned again.
    var retries: [Bool] = []
    var needs: Set<BuyerFact> = [.ipAddress]
  }

  struct Sent: Hashable, Sendable {
    var call: String
    var body: String
    var timeout: Duration
  }

  let behaviour = Mutex(Behaviour())
  let requests = Mutex<[Sent]>([])
  let time: VirtualTime

  init(_ time: VirtualTime) { self.time = time }

  var sent: [Sent] { requests.withLock { $0 } }

  let account = ProviderAccountID(provider: "line-bank", account: "second", mode: .test)
  let references = ReferenceFormat.digits(12)
  let maximumConcurrentRequests = 2
  let notificationRules: NotificationRules? = NotificationRules(
    sources: [AddressRange("192.0.2.0/24")].compactMap(\.self))
  var needs: Set<BuyerFact> { behaviour.withLock(\.needs) }

  var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay, lifetime: .seconds(86_400), quietSchedule: [.seconds(50_000)],
      pendingSchedule: [.seconds(50_000)], settlesOnlyByUs: false, canCancelSession: false)
  }

  func check(_ content: OrderContent) {}

  func usable(_ buyer: BuyerFacts, country: String?) -> UsableFacts {
    var usable = UsableFacts(buyer, country: country)
    if usable.facts.document == "0" { usable.leaveOut(.document, "Write a document that exists.") }
    return usable
  }

  /// The options of a payment at this bank.
  struct Options: Codable, Hashable {
    struct Field: Codable, Hashable {
      enum Display: String, Codable { case none, receipt }

      var keyword: String
      var display: Display?
    }

    var branch: String?
    var isQuick: Bool?
    var fields: [Field]?
  }

  func problems(of options: ProviderOptions) -> [OrderProblem] {
    do throws(OrderProblems) {
      let options = try options.decoded(as: Options.self)
      return options.branch == "closed" ? [OrderProblem("/branch", "This branch is closed.")] : []
    } catch {
      return error.problems
    }
  }

  func session(inReturn query: [(name: String, value: String)]) -> String? { nil }

  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    if behaviour.withLock(\.spent) { return .spent }
    guard let record = input.record, let readAt = Int64(String(decoding: record, as: UTF8.self)) else {
      return .askFirst
    }
    return input.now.since(Moment(milliseconds: readAt)) > .seconds(60)
      ? .askFirst : .redirect("https://bank.example/pay")
  }

  func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let (concluded, isConfigured) = behaviour.withLock { behaviour in
      behaviour.retries.append(task.isRetry)
      return (behaviour.concluded, behaviour.isConfigured)
    }
    guard isConfigured else { throw .misconfigured(reason: "There is no contract.", fix: "Sign one.") }
    if concluded == task.command.kind.name {
      return .conclude(.rejected(.notAllowed), remark: "The bank has no \(task.command.kind.name).")
    }
    return .send(
      ProviderRequest(
        call: task.command.kind.name, method: "POST", url: "https://bank.example/payments",
        content: Array("\(task.reference)\(try task.checkout.options(as: Options.self)?.branch ?? "")".utf8),
        repetition: .safe, timeout: .seconds(90)))
  }

  func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    let body = "\(String(decoding: request.content, as: UTF8.self)) secret \(sending.buyer?.ipAddress ?? "-")"
    return SealedRequest(
      HTTPRequest(method: .post, scheme: "https", authority: "bank.example", path: "/\(request.call)"),
      body: Array(body.utf8))
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let call = String((request.path ?? "").dropFirst())
    requests.withLock { $0.append(Sent(call: call, body: String(decoding: body, as: UTF8.self), timeout: timeout)) }
    let status = behaviour.withLock { $0.statuses.isEmpty ? 200 : $0.statuses.removeFirst() }
    return ProviderAnswer(
      status: HTTPResponse.Status(code: status), headers: [:], body: [], receivedAt: time.now, sent: request)
  }

  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    switch answer.status {
    case .ok: break
    case .unauthorized: return .failed(.misconfigured(reason: "The bank knows no such shop.", fix: "Ask the bank."))
    case .forbidden:
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(
          misconfiguration: Misconfiguration(reason: "The bank takes no yen.", fix: "Sign another contract.")))
    default: return .newReference(stage: task.stage, ProviderFindings())
    }
    let isBroken = behaviour.withLock(\.hasBrokenRecord)
    return .done(
      .observed(
        Observation(sessionReference: "payment-1", session: .open, paymentPage: "https://bank.example/pay")),
      ProviderFindings(
        record: isBroken ? try BrokenRecord().bytes : Array("\(answer.receivedAt.milliseconds)".utf8),
        references: [ProviderReference("payment", "1")]))
  }

  /// JSON has no such number.
  struct BrokenRecord: VersionedRecord {
    var version = 1
    var rate = Double.nan
  }

  func read(_ notification: IncomingNotification) throws(NotificationRefusal) -> NotificationReading {
    .read(
      ProviderNotification(
        sender: .unknown, meaning: .change("changed"), references: [ProviderReference("payment", "1")]))
  }
}

/// A shop and an engine with a `LineBank`.
struct LineWorld: Sendable {
  let time = VirtualTime()
  let store = MemoryStore()
  let bank: LineBank
  let engine: Engine

  init(logger: Logger = Self.silent) {
    bank = LineBank(time)
    engine = Self.engine(store, bank: bank, time: time, base: "https://shop.example", logger: logger)
  }

  static var silent: Logger { Logger(label: "line") { _ in SwiftLogNoOpLogHandler() } }

  static func engine(
    _ store: MemoryStore, bank: LineBank, time: VirtualTime, base: String,
    logger: Logger = silent
  ) -> Engine {
    Engine(
      store: store, providers: [bank], transport: bank, time: time, randomness: SequentialRandomness(seed: 1),
      logger: logger
    ) { _ in
      ProviderReturnURLs(select: "", pay: "\(base)/pay", cancel: "\(base)/cancel")
    }
  }

  func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    try await time.run { [engine] in try await whileRunning({ try await engine.run() }, work) }
  }

  func created(
    _ reference: String = "cart-1", buyer: BuyerFacts? = nil, options: ProviderOptions? = nil
  ) async throws -> CheckoutID {
    let content = OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(8_980))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: nil)
    return try await engine.create(
      NewCheckout(
        reference: OrderReference(shop: "demo", mode: .test, reference: reference), key: nil, provider: "line-bank",
        account: "second", kind: .browser, language: .japanese, capture: .automatic, content: content,
        buyer: buyer, options: options)
    ).file.checkout.id
  }

  /// A checkout whose buyer leaves to pay, which commands the request for the payment page.
  func confirmed(_ reference: String = "cart-1") async throws -> CheckoutFile {
    let id = try await created(reference)
    _ = try await engine.update(id) { file, _ in
      file.buyerFacts = BuyerFacts(ipAddress: "198.51.100.9", userAgent: "Browser").only([.ipAddress])
    }
    try await leave(id)
    return try await engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name == .paying }
  }

  /// The buyer agrees, and their browser leaves.
  func leave(_ id: CheckoutID) async throws {
    _ = try await engine.submit(.confirm(revision: 1, total: .yen(8_980)), to: id)
    _ = try await engine.submit(.leave(change: nil), to: id)
  }

  func remarks(_ id: CheckoutID) async throws -> [String] {
    try await store.log(id, after: 0, limit: 1000).compactMap {
      switch $0.entry.what {
      case .remark(let text), .misconfigured(let text): text
      default: nil
      }
    }
  }
}
