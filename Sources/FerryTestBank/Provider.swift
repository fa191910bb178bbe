public import FerryCheckout
public import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes

/// An account at the test bank, as Ferry uses it.
public struct BankProvider: Provider {
  public let account: ProviderAccountID
  let origin: String
  let login: String
  let secret: Secret<String>

  public let references = ReferenceFormat.digits(12)
  public let needs: Set<BuyerFact> = [.ipAddress, .userAgent]
  /// The longest wait for an answer with an entrance.
  private static let patience = Duration.seconds(30)
  public var pagePolicy: PagePolicySources { PagePolicySources(formActions: [origin]) }

  public init(_ account: ProviderAccountID, origin: String, login: String, secret: Secret<String>) {
    self.account = account
    self.origin = origin
    self.login = login
    self.secret = secret
  }

  public var profile: JourneyProfile {
    JourneyProfile(
      journey: .pay, lifetime: Books.lifetime, quietSchedule: [.seconds(60), .seconds(300)],
      pendingSchedule: [.seconds(10), .seconds(60)], settlesOnlyByUs: false, canCancelSession: true,
      captures: .whole, namesRefunds: true)
  }

  public func check(_ content: OrderContent) throws(OrderProblem) {
    guard content.currency == .eur else { throw OrderProblem("/order/currency", "The bank takes EUR.") }
  }

  public func problems(of options: ProviderOptions) -> [OrderProblem] {
    options.problems(as: BankOptions.self) {
      ($0.note ?? "").count <= 40 ? [] : [OrderProblem("/note", "Write at most 40 characters.")]
    }
  }

  /// The entrance is valid for a minute from before its answer arrived. An older one is replaced by reading the payment.
  public func nextAction(_ step: RoundTrips.Step, for input: NextActionInput) throws(ProviderFailure) -> NextAction {
    let record = try Record(input.record)
    guard record.payment != nil else {
      throw .misconfigured(reason: "The checkout has no payment at the bank.", fix: "Confirm it first.")
    }
    guard let entrance = record.entrance, let page = record.page, let since = record.since else { return .spent }
    guard input.now < since + Books.entranceLifetime - Self.patience else { return .askFirst }
    return .form(ProviderForm(action: page, fields: [ProviderForm.Field("entrance", entrance)]))
  }
}

/// A shop's options for a payment.
struct BankOptions: Codable, Hashable, Sendable {
  /// A line on the payment page.
  var note: String?
}

// MARK: Requests

extension BankProvider {
  enum Stage: String, ProviderStage {
    case first = ""
    /// The payment is looked up, because a request may or may not have arrived.
    case look
  }

  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try Stage(of: task)
    let record = try Record(task.record)
    guard let payment = record.payment else { return try planWithoutPayment(task) }
    guard stage != .look else { return read(payment) }
    switch task.command.kind {
    case .read, .settle: return read(payment)
    // The bank has the payment already: a second one could be paid, too.
    case .authorize: return read(payment)
    case .capture(_, let amount): return change(payment, "capture", Wire.Request(amount))
    case .void: return change(payment, "void", Wire.Request())
    case .refund(_, let amount):
      var request = Wire.Request(amount)
      request.reference = task.reference
      return change(payment, "refund", request)
    case .cancel:
      return .send(request("cancel", "/payments/\(payment)/cancel", Wire.Request(), .safe))
    }
  }

  private func planWithoutPayment(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    guard case .authorize(let total) = task.command.kind else {
      return .conclude(.rejected(.notYet), remark: "The bank has no payment yet.")
    }
    guard task.stage != Stage.look.rawValue else {
      var find = Wire.Request()
      find.reference = task.reference
      return .send(request("find", "/payments/find", find, .safe))
    }
    var open = Wire.Request(total)
    open.reference = task.reference
    open.order = task.order.number
    open.returnURL = task.returnURLs.pay
    open.cancelURL = task.returnURLs.cancel
    open.capturesAtOnce = task.checkout.capture == .automatic
    open.note = try task.checkout.options(as: BankOptions.self)?.note
    return .send(request("open", "/payments", open, .inquireFirst(stage: Stage.look.rawValue)))
  }

  private func read(_ payment: String) -> ProviderPlan {
    .send(request("read", "/payments/\(payment)/read", Wire.Request(), .safe))
  }

  private func change(_ payment: String, _ name: String, _ content: Wire.Request) -> ProviderPlan {
    .send(request(name, "/payments/\(payment)/\(name)", content, .inquireFirst(stage: Stage.look.rawValue)))
  }

  private func request(
    _ call: String, _ path: String, _ content: Wire.Request, _ repetition: ProviderRequest.Repetition
  ) -> ProviderRequest {
    ProviderRequest(
      call: call, method: "POST", url: origin + path, content: Wire.encode(content), repetition: repetition,
      timeout: repetition == .safe || call == "open" ? Self.patience : .seconds(90))
  }

  /// The proof of the sender and the buyer's facts enter here, and stand nowhere else.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    guard var content = Wire.decode(Wire.Request.self, request.content), request.url.hasPrefix(origin + "/") else {
      throw .misconfigured(
        reason: "A stored request is not for this bank.", fix: "Set the address that the payment was made with.")
    }
    content.proof = Wire.Proof(
      login: login, secret: secret, nonce: Base64URL.encode(sending.random), at: sending.providerTime)
    if request.call == "open" {
      guard let ipAddress = sending.buyer?.ipAddress, let userAgent = sending.buyer?.userAgent else {
        throw .misconfigured(
          reason: "The bank needs the buyer's address and browser.", fix: "Open the payment from the buyer's browser.")
      }
      content.payer = Wire.Payer(ipAddress: ipAddress, userAgent: userAgent)
    }
    let (scheme, authority) = Wire.place(origin)
    return SealedRequest(
      HTTPRequest(
        method: .post, scheme: scheme, authority: authority, path: String(request.url.dropFirst(origin.count)),
        headerFields: [.contentType: "application/json"]),
      body: Wire.encode(content))
  }
}

// MARK: Notifications

extension BankProvider {
  public var notificationRules: NotificationRules? { NotificationRules(largestBody: 1_024) }

  /// Reads "message payment state". The state is not believed: it is asked for.
  public func read(_ notification: IncomingNotification) async throws(NotificationRefusal) -> NotificationReading {
    guard let name = HTTPField.Name(Wire.signatureHeader), let signature = notification.headers[name],
      equalInConstantTime(signature, Wire.signature(of: notification.body, secret))
    else { throw .unauthenticated }
    let words = String(decoding: notification.body, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 3 else { throw .malformed }
    return .read(
      ProviderNotification(
        sender: .authenticated, meaning: .change(words[2]), messageID: words[0],
        references: [ProviderReference("payment", words[1])]))
  }
}
