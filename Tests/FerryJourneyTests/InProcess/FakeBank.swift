import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Synchronization

/// A provider without idempotency: a repeated POST is executed twice. An inquiry shows if it was executed.
final class FakeBank: ProviderTransport {
  enum Behaviour: Sendable {
    case answers
    /// It takes a while.
    case answersAfter(Duration)
    /// The connection breaks before the bank has done anything.
    case breaksBefore
    /// The bank has done it, and the connection breaks.
    case breaksAfter
    case refuses(HTTPResponse.Status, retryAfter: Int?)
  }

  struct Sent: Sendable {
    let method: HTTPRequest.Method
    let at: Moment
  }

  private struct State {
    var behaviours: [Behaviour]
    var sent: [Sent] = []
    var done = 0
  }

  private let state: Mutex<State>
  private let time: any Timekeeper

  /// - Parameter behaviours: For one POST after the other; all later ones are answered.
  init(_ behaviours: [Behaviour], _ time: any Timekeeper) {
    state = Mutex(State(behaviours: behaviours))
    self.time = time
  }

  /// The number of executions at the bank.
  var done: Int { state.withLock { $0.done } }
  var sent: [Sent] { state.withLock { $0.sent } }
  /// "POST GET POST"
  var course: String { sent.map(\.method.rawValue).joined(separator: " ") }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let now = time.now
    let behaviour = state.withLock { state -> Behaviour? in
      state.sent.append(Sent(method: request.method, at: now))
      guard request.method == .post else { return nil }
      return state.behaviours.isEmpty ? .answers : state.behaviours.removeFirst()
    }
    if case .answersAfter(let wait) = behaviour { try? await time.sleep(for: wait) }
    return try state.withLock { state throws(TransportFailure) in
      func answer(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:]) -> ProviderAnswer {
        ProviderAnswer(status: status, headers: headers, body: [], receivedAt: now, sent: request)
      }
      switch behaviour {
      case nil: return answer(state.done > 0 ? .ok : .notFound)
      case .answers, .answersAfter:
        state.done += 1
        return answer(.ok)
      case .breaksBefore: throw .unknown("The connection broke.")
      case .breaksAfter:
        state.done += 1
        throw .unknown("The connection broke.")
      case .refuses(let status, let seconds): return answer(status, seconds.map { [.retryAfter: "\($0)"] } ?? [:])
      }
    }
  }
}

/// The smallest provider whose only request must not be repeated without an inquiry.
final class FakeBankProvider: Provider {
  static let inquiry = "inquiry"

  private let isConfigured: Mutex<Bool>
  /// The bank's reference for every payment.
  private let reference: String?
  private let quietSchedule: [Duration]

  init(isConfigured: Bool = true, reference: String? = nil, quietSchedule: [Duration] = [.seconds(86_400)]) {
    self.isConfigured = Mutex(isConfigured)
    self.reference = reference
    self.quietSchedule = quietSchedule
  }

  func mend() { isConfigured.withLock { $0 = true } }

  let account = ProviderAccountID(provider: "fake-bank", mode: .test)
  let references = ReferenceFormat.hexadecimal(32)
  let maximumConcurrentRequests = 4

  var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay, lifetime: .seconds(86_400), quietSchedule: quietSchedule, pendingSchedule: [.seconds(60)],
      settlesOnlyByUs: true, canCancelSession: false)
  }

  func check(_ content: OrderContent) {}

  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    .redirect("https://bank.example/pay")
  }

  func session(inReturn query: [(name: String, value: String)]) -> String? { nil }

  func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    guard isConfigured.withLock({ $0 }) else {
      throw .misconfigured(reason: "There is no contract.", fix: "Sign one.")
    }
    let isInquiry = task.stage == Self.inquiry
    return .send(
      ProviderRequest(
        call: isInquiry ? "look" : "pay", method: isInquiry ? "GET" : "POST", url: "https://bank.example/payments",
        repetition: isInquiry ? .safe : .inquireFirst(stage: Self.inquiry)))
  }

  func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    SealedRequest(
      HTTPRequest(
        method: request.method == "GET" ? .get : .post, scheme: "https", authority: "bank.example", path: "/payments"),
      body: request.content)
  }

  let notificationRules: NotificationRules? = nil

  func read(_ notification: IncomingNotification) throws(NotificationRefusal) -> NotificationReading {
    throw .notSetUp
  }

  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    switch answer.status {
    case .ok:
      return .done(
        .observed(
          Observation(sessionReference: "payment-1", session: .open, paymentPage: "https://bank.example/pay")),
        ProviderFindings(references: reference.map { [ProviderReference("payment", $0)] } ?? []))
    case .notFound: return .nothingHappened(stage: "")
    case .forbidden: return .failed(.misconfigured(reason: "The bank knows no such shop.", fix: "Ask the bank."))
    default:
      let wait = answer.headers[.retryAfter].flatMap { Int($0) }.map { Duration.seconds($0) }
      return .failed(.transient(reason: "The bank is busy.", retryAfter: wait))
    }
  }
}

extension Engine {
  /// Performs commands during some work.
  func running<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    // A crash ends it with an error.
    try await whileRunning({ try? await self.run() }, work)
  }

  /// Creates a checkout at the fake bank whose buyer leaves to pay, which commands the bank's only request.
  func agreeAtFakeBank(_ reference: String = "cart-1") async throws -> CheckoutID {
    let content = OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "fire-hd8", name: "Fire HD8", quantity: 1, unitPrice: .yen(8_980))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: nil)
    let file = try await create(
      NewCheckout(
        reference: OrderReference(shop: "demo", mode: .test, reference: reference), key: nil, provider: "fake-bank",
        kind: .browser, language: .japanese, capture: .automatic, content: content)
    ).file
    _ = try await submit(.confirm(revision: 1, total: .yen(8_980)), to: file.checkout.id)
    _ = try await submit(.leave(change: nil), to: file.checkout.id)
    return file.checkout.id
  }
}
