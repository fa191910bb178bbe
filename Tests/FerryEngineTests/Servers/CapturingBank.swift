import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import HTTPTypes
import Synchronization

/// A bank that captures 4400 yen: once for each request, or once for each reference if requests may be repeated.
final class CapturingBank: Provider {
  static let inquiry = "inquiry"

  private struct State {
    var done: [String] = []
    var answers: [Int] = []
    var inquiries: [Int] = []
    var whenSealing: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let time: any Timekeeper
  private let repeats: Bool

  /// - Parameter repeats: True if a request may be sent again, for its reference makes it the same one.
  init(_ time: any Timekeeper, repeats: Bool = false) {
    self.time = time
    self.repeats = repeats
  }

  /// The number of captures.
  var done: Int { state.withLock(\.done.count) }

  /// The statuses of the next answers to captures that are not executed; all later ones are.
  func answerCaptures(_ statuses: Int...) { state.withLock { $0.answers = statuses } }

  /// The statuses of the next answers to inquiries; all later ones are true.
  func answerInquiries(_ statuses: Int...) { state.withLock { $0.inquiries = statuses } }

  /// Called once, right before the next capture is sent.
  func whenSealing(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenSealing = body } }

  func answer(_ request: HTTPRequest, _ body: [UInt8]) -> ProviderAnswer {
    let status = state.withLock { state in
      guard request.method == .post else {
        return state.inquiries.isEmpty ? (state.done.isEmpty ? 404 : 200) : state.inquiries.removeFirst()
      }
      if !state.answers.isEmpty { return state.answers.removeFirst() }
      let reference = String(decoding: body, as: UTF8.self)
      if !repeats || !state.done.contains(reference) { state.done.append(reference) }
      return 200
    }
    return ProviderAnswer(
      status: HTTPResponse.Status(code: status), headers: [:], body: [], receivedAt: time.now, sent: request)
  }

  // MARK: The provider

  let account = SampleAttempt.account
  let references = ReferenceFormat.hexadecimal(32)
  let maximumConcurrentRequests = 4
  let notificationRules: NotificationRules? = NotificationRules()

  var profile: JourneyProfile {
    JourneyProfile(
      journey: .selectThenPay, lifetime: .seconds(3600), quietSchedule: [.seconds(60)], pendingSchedule: [.seconds(60)],
      settlesOnlyByUs: true, canCancelSession: false)
  }

  func check(_ content: OrderContent) {}

  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) -> NextAction { .spent }

  func session(inReturn query: [(name: String, value: String)]) -> String? { nil }

  func plan(_ task: ProviderTask) -> ProviderPlan {
    let isInquiry = !task.command.kind.changesState || task.stage == Self.inquiry
    return .send(
      ProviderRequest(
        call: task.command.kind.name, method: isInquiry ? "GET" : "POST", url: "https://bank.example/captures",
        content: Array(task.reference.utf8),
        repetition: isInquiry || repeats ? .safe : .inquireFirst(stage: Self.inquiry)))
  }

  func seal(_ request: ProviderRequest, _ sending: Sending) -> SealedRequest {
    if request.method == "POST" { state.withLock { $0.whenSealing.take() }?() }
    return SealedRequest(
      HTTPRequest(
        method: request.method == "GET" ? .get : .post, scheme: "https", authority: "bank.example", path: "/captures"),
      body: request.content)
  }

  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    switch answer.status.code {
    case 200: return observed(.captured, captured: .yen(4400), task)
    case 404 where !task.command.kind.changesState: return observed(.authorized, captured: .yen(0), task)
    case 402: return .done(.rejected(.notAllowed), ProviderFindings())
    case 404: return .nothingHappened(stage: "")
    case 409: return .done(.parked, ProviderFindings())
    default: return .failed(.transient(reason: "The bank is busy.", retryAfter: .seconds(3600)))
    }
  }

  private func observed(
    _ state: ChargeObservation.State, captured: Money, _ task: ProviderTask
  ) -> ProviderReaction {
    let charge = ChargeObservation(
      reference: task.checkout.payment?.reference ?? "", state: state, authorized: .yen(4400), captured: captured,
      refunded: .yen(0))
    return .done(.observed(Observation(session: .completed, charge: charge)), ProviderFindings())
  }

  func read(_ notification: IncomingNotification) -> NotificationReading {
    .read(
      ProviderNotification(
        sender: .authenticated, meaning: .change("changed"), messageID: "message-1", references: [.sample("one")]))
  }
}

/// One server's connection to the bank. It can hold one request on its way, or the answer on the way back.
final class HeldLine: ProviderTransport {
  enum Place { case there, back }

  private typealias Signal = (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

  private let bank: CapturingBank
  private let time: any Timekeeper
  private struct State {
    var held: HTTPRequest.Method?
    var place = Place.there
    var sent: [HTTPRequest.Method] = []
    var latency: Duration?
    var busy = 0
    var most = 0
  }

  private let state = Mutex(State())
  private let held: Signal = AsyncStream.makeStream()
  private let released: Signal = AsyncStream.makeStream()

  init(_ bank: CapturingBank, _ time: any Timekeeper) {
    self.bank = bank
    self.time = time
  }

  /// "POST GET"
  var course: String { state.withLock { $0.sent.map(\.rawValue).joined(separator: " ") } }

  /// The most requests at once.
  var most: Int { state.withLock(\.most) }

  /// From now on the bank takes this long to answer.
  func slow(_ latency: Duration) { state.withLock { $0.latency = latency } }

  /// Holds the next request with a method.
  func hold(_ method: HTTPRequest.Method, _ place: Place) { state.withLock { ($0.held, $0.place) = (method, place) } }

  /// Returns when the request is held.
  func whenHeld() async { for await _ in held.stream {} }

  func release() { released.continuation.finish() }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let (place, latency) = state.withLock { state -> (Place?, Duration?) in
      state.sent.append(request.method)
      state.busy += 1
      state.most = max(state.most, state.busy)
      guard state.held == request.method else { return (nil, state.latency) }
      state.held = nil
      return (state.place, state.latency)
    }
    defer { state.withLock { $0.busy -= 1 } }
    if let latency { try? await time.sleep(for: latency) }
    if place == .there { await wait() }
    let answer = bank.answer(request, body)
    if place == .back { await wait() }
    return answer
  }

  private func wait() async {
    held.continuation.finish()
    for await _ in released.stream {}
  }
}
