import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Synchronization

/// A bank that knows whether its payments are paid, and counts inquiries. It publishes its key.
final class NotifyingBank: ProviderTransport {
  private struct State {
    var paid: Set<String> = []
    var asked: [String] = []
    var fetched = 0
    var hidesKey = false
    var keyEnd = Moment(milliseconds: .max)
    var pause: Duration?
  }

  static let secret = Array("the bank's secret".utf8)
  static let keyPlace = NeededDocument(authority: "keys.bank.example", path: "/key")

  /// The key of a document, and its expiry.
  static func key(_ document: [UInt8]) -> (secret: [UInt8], end: Moment)? {
    guard let space = document.firstIndex(of: UInt8(ascii: " ")),
      let end = Int64(String(decoding: document[..<space], as: UTF8.self))
    else { return nil }
    return (Array(document[(space + 1)...]), Moment(milliseconds: end))
  }

  private let state = Mutex(State())
  private let time: any Timekeeper

  init(_ time: any Timekeeper) { self.time = time }

  /// Inquiries about a payment, in order.
  var asked: [String] { state.withLock { $0.asked } }
  var fetched: Int { state.withLock { $0.fetched } }

  func pay(_ payment: String) { state.withLock { _ = $0.paid.insert(payment) } }
  /// Sets the lifetime of its key, which its answer names.
  func limitKey(to end: Moment) { state.withLock { $0.keyEnd = end } }
  func hideKey(_ isHidden: Bool) { state.withLock { $0.hidesKey = isHidden } }
  /// The delay of answers.
  func answer(after pause: Duration) { state.withLock { $0.pause = pause } }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let payment = String((request.path ?? "").split(separator: "/").last ?? "")
    let (text, pause) = try state.withLock { state throws(TransportFailure) -> ([UInt8], Duration?) in
      if request.authority == Self.keyPlace.authority {
        guard request.scheme == "https", !state.hidesKey else { throw .notSent("The bank's host is away.") }
        state.fetched += 1
        return (Array("\(state.keyEnd.milliseconds) ".utf8) + Self.secret, nil)
      }
      guard request.method == .get else { return ([], nil) }
      state.asked.append(payment)
      return (Array((state.paid.contains(payment) ? "paid" : "open").utf8), state.pause)
    }
    if let pause { try? await time.sleep(for: pause) }
    return ProviderAnswer(status: .ok, headers: [:], body: text, receivedAt: time.now, sent: request)
  }
}

/// A provider that notifies in the ways that the test bank does not: unsigned, with a key that has to be fetched and
/// expires, of changes that nobody knows, and of nothing. A notification is a line of three words: the change, the
/// payment, and the message's id.
struct NotifyingBankProvider: Provider {
  enum Signing: Sendable {
    case unsigned
    /// With a secret that is known here.
    case signed
    /// With a secret that has to be fetched.
    case signedWithFetchedKey
  }

  var signing = Signing.signed
  let account: ProviderAccountID

  init(signing: Signing = .signed, mode: Mode) {
    self.signing = signing
    account = ProviderAccountID(provider: "notifying-bank", mode: mode)
  }

  let references = ReferenceFormat.hexadecimal(32)
  let maximumConcurrentRequests = 4
  var notificationRules: NotificationRules? { NotificationRules(largestBody: 64, receipt: "0") }

  var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay, lifetime: .seconds(60 * 86_400), quietSchedule: [.seconds(50 * 86_400)],
      pendingSchedule: [.seconds(50 * 86_400)], settlesOnlyByUs: false, canCancelSession: false)
  }

  static let signature: HTTPField.Name = {
    guard let name = HTTPField.Name("X-Signature") else { preconditionFailure("Not a field's name.") }
    return name
  }()

  static func notification(_ text: String, at moment: Moment, isSigned: Bool = true) -> IncomingNotification {
    let body = Array(text.utf8)
    let headers: HTTPFields = isSigned ? [signature: sign(body, NotifyingBank.secret)] : [:]
    return IncomingNotification(headers: headers, body: body, receivedAt: moment)
  }

  private static func sign(_ body: [UInt8], _ secret: [UInt8]) -> String {
    IncomingNotification(headers: [:], body: secret + body, receivedAt: Moment(milliseconds: 0)).digest
  }

  func read(_ notification: IncomingNotification) throws(NotificationRefusal) -> NotificationReading {
    switch signing {
    case .unsigned: break
    case .signed: try require(notification, NotifyingBank.secret)
    case .signedWithFetchedKey:
      guard let document = notification.documents[NotifyingBank.keyPlace] else { return .needs(NotifyingBank.keyPlace) }
      guard let key = NotifyingBank.key(document), notification.receivedAt < key.end else { throw .untrusted }
      try require(notification, key.secret)
    }
    let words = String(decoding: notification.body, as: UTF8.self).split(separator: " ").map(String.init)
    guard let word = words.first, words.count <= 3 else { throw .malformed }
    let meaning: ProviderNotification.Meaning =
      switch word {
      case "changed": .change(word)
      case "ping": .nothing
      default: .unrecognised(word)
      }
    return .read(
      ProviderNotification(
        sender: signing == .unsigned ? .unknown : .authenticated, meaning: meaning,
        messageID: words.count == 3 ? words[2] : nil,
        references: words.count > 1 ? [ProviderReference("payment", words[1])] : []))
  }

  private func require(_ notification: IncomingNotification, _ secret: [UInt8]) throws(NotificationRefusal) {
    guard equalInConstantTime(notification.headers[Self.signature] ?? "", Self.sign(notification.body, secret)) else {
      throw .unauthenticated
    }
  }

  /// The bank's reference for the payment of an order.
  static func payment(_ order: String) -> String { "P-\(order)" }

  func check(_ content: OrderContent) {}

  func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    .redirect("https://bank.example/pay")
  }

  func session(inReturn query: [(name: String, value: String)]) -> String? { nil }

  func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let isNew = if case .authorize = task.command.kind { true } else { false }
    return .send(
      ProviderRequest(
        call: isNew ? "pay" : "look", method: isNew ? "POST" : "GET",
        url: "/payments/\(Self.payment(task.order.reference))", repetition: .safe))
  }

  func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    SealedRequest(
      HTTPRequest(
        method: request.method == "GET" ? .get : .post, scheme: "https", authority: "bank.example", path: request.url),
      body: request.content)
  }

  func receive(_ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask) -> ProviderReaction {
    let payment = Self.payment(task.order.reference)
    if case .authorize(let total) = task.command.kind {
      return .done(
        .observed(
          Observation(
            sessionReference: payment, session: .open, asked: total, paymentPage: "https://bank.example/pay")),
        ProviderFindings(references: [ProviderReference("payment", payment)]))
    }
    guard answer.body == Array("paid".utf8), let total = task.checkout.agreed?.total else {
      return .done(.rejected(.notYet), ProviderFindings())
    }
    return .done(
      .observed(
        Observation(
          sessionReference: payment, session: .completed, asked: total,
          charge: ChargeObservation(
            reference: payment, state: .captured, authorized: total, captured: total,
            refunded: .zero(total.currency)))),
      ProviderFindings(references: [ProviderReference("payment", payment)]))
  }
}
