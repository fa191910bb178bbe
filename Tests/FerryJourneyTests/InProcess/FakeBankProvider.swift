import FerryCheckout
import FerryCore
import FerryProvider
import HTTPTypes
import Synchronization

/// The smallest provider whose one request must not be repeated unasked.
final class FakeBankProvider: Provider {
  static let inquiry = "inquiry"

  private let isConfigured: Mutex<Bool>
  /// What the bank calls every payment.
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
