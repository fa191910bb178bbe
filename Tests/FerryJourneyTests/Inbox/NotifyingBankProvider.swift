import FerryCheckout
import FerryCore
import FerryProvider
import HTTPTypes

/// A provider that tells when a payment changes. A notification is a line of three words: what changed, the payment, and
/// the message's id.
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
  /// The addresses that the bank sends from; nil for any.
  var sources: [AddressRange]?

  init(signing: Signing = .signed, mode: Mode, sources: [AddressRange]? = nil) {
    self.signing = signing
    self.sources = sources
    account = ProviderAccountID(provider: "notifying-bank", mode: mode)
  }

  let references = ReferenceFormat.hexadecimal(32)
  let maximumConcurrentRequests = 4
  var notificationRules: NotificationRules? {
    NotificationRules(largestBody: 64, receipt: NotificationReceipt(text: "0"), sources: sources)
  }

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

  /// What the bank calls the payment of an order.
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
