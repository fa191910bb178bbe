import ArgumentParser
import FerryCore
package import FerryHTTP
public import FerrySandbox
public import FerryWeb
public import HTTPTypes
public import ServiceLifecycle

/// The invented bank: its API, its page, its notifications. For tests; the tool does not register it.
public final class Bank: Sendable {
  public static let id = "test-bank"
  public static let name = "Test Bank"
  /// The shop's login.
  static let login = "ferry-demo"

  package let place: SandboxPlace
  package let state: SandboxState<Books>
  package let redaction: Redaction
  let secret: Secret<String>

  public init(_ place: SandboxPlace) throws {
    self.place = place
    secret = try Self.secret(place)
    redaction = Redaction(names: [], secrets: [secret])
    state = try SandboxState(
      Books(), journalPath: place.hasJournal ? place.folder.path("test-bank.journal") : nil, faults: place.faults,
      requestLogLimit: 500, timekeeper: place.timekeeper)
  }

  /// Answers a request as a client on a network would see it.
  public func exchange(
    _ request: HTTPRequest, body: [UInt8], endsWithService: Bool = false
  ) async throws -> SandboxExchange {
    let call = Call(request)
    return try await exchange(request, body, operation: call?.name, endsWithService: endsWithService) { fault in
      guard let call else { return page(request, body).exchange(at: state.now) }
      return answer(call, request, body, fault)
    }
  }
}

extension Bank: SandboxModule {
  /// The tool does not run this sandbox.
  public struct Options: SandboxOptions {
    public static let guide = ""
    public init() {}
    public func sandbox(_ place: SandboxPlace) throws -> any SandboxModule { try Bank(place) }
    public func shopSettings(_: SandboxPlace) -> [(name: String, value: String)] { [("login", Bank.login)] }
  }

  public static func settings(_ place: SandboxPlace) throws -> [String: String] {
    [
      "FERRY_TEST_BANK_TEST_LOGIN": login, "FERRY_TEST_BANK_TEST_SECRET": try secret(place).reveal(),
      "FERRY_TEST_BANK_TEST_ADDRESS": place.origin.text,
    ]
  }

  private static func secret(_ place: SandboxPlace) throws -> Secret<String> {
    try place.folder.secret("test-bank-secret") { place.randomness.token(bytes: 32) }
  }

  public static let market = Market(
    country: "IE",
    name: Translations(english: "Testland", japanese: "Testland", spanish: "Testland", swedish: "Testland"),
    languages: [.english],
    tax: TaxRule(rate: .zero, rounding: .halfUp, included: true),
    prices: [
      Market.PriceList(
        small: Money(minorUnits: 8_900, .eur), large: Money(minorUnits: 15_900, .eur),
        shipping: ShippingRule(standard: Money(minorUnits: 500, .eur), countries: ["IE"]))
    ])

  public var responder: SandboxResponder { SandboxResponder(self) }
  public var services: [any Service] { place.notificationURL == nil ? [] : [NotificationService(self, trust: nil)] }
  public var money: [OrderMoney] { state.advanced().0.money }
}

extension Bank: PlacedSandbox {
  package func isHostedPage(_ request: HTTPRequest) -> Bool {
    request.pathWithoutQuery == "/pay" || request.pathWithoutQuery.hasPrefix("/pay/")
  }

  package var operations: [String] { Call.names }
  package var notificationObjects: [String] { ["payment"] }
  /// The bank has no console.
  package func consoleLink(to _: String, named _: String) -> Link? { nil }
  package var deliveryRules: DeliveryRules {
    DeliveryRules(timeout: .seconds(10), retryPauses: [.seconds(10), .seconds(60)])
  }

  package func message(_ delivery: NotificationDelivery<Notice>) throws -> NotificationMessage {
    let body = Array("\(delivery.messageID) \(delivery.subject.payment) \(delivery.subject.state)".utf8)
    return NotificationMessage(
      url: try requiredNotificationURL, headers: [Wire.signatureHeader: Wire.signature(of: body, secret)], body: body)
  }

  package func open(_ action: OpenedAction, order: String?) throws(ControlRefusal) -> OpenedPage {
    guard case .form(_, let fields) = action, let entrance = fields["entrance"] else {
      throw .invalid("nextAction", "the form that leads to the bank's page")
    }
    let payment = try act { books throws(Books.Refusal) in try books.enter(entrance) }
    return OpenedPage(id: payment.id, place: .pay, returnURL: payment.returnURL, cancelURL: payment.cancelURL)
  }

  package func page(of order: String) -> String? {
    state.advanced().0.payments.values.first { $0.order == order && $0.isBuyerOnPage }?.id
  }

  package func act(
    _ act: BuyerAct, on page: String, details: [String: String]
  ) throws(ControlRefusal) -> BuyerStep {
    switch act {
    case .select: throw .nothingToSelect
    case .approve:
      let isPending = details["decision"] == "later"
      return BuyerStep(
        "leave",
        url: try self.act { books throws(Books.Refusal) in try books.approve(page, isPending: isPending) }.returnURL)
    case .decline:
      _ = try self.act { books throws(Books.Refusal) in try books.decline(page) }
      return BuyerStep("pay", reason: "declined")
    case .cancel:
      return BuyerStep(
        "leave", url: try self.act { books throws(Books.Refusal) in try books.cancelByBuyer(page) }.cancelURL)
    case .leave:
      _ = try self.act { books throws(Books.Refusal) in try books.leave(page) }
      return BuyerStep("left")
    }
  }

  /// `POST /control/test-bank/payments/{id}/{authorize|refuse|refund}`: the buyer's bank decides about a pending payment;
  /// a person refunds an amount in the console.
  package func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    guard request.method == .post, request.segments.count == 3, request.segments[0] == "payments",
      ["authorize", "refuse", "refund"].contains(request.segments[2])
    else { return nil }
    let (id, word) = (request.segments[1], request.segments[2])
    let amount = word == "refund" ? try request.json()["amount"]?.text ?? "" : ""
    let payment = try act { books throws(Books.Refusal) in
      guard word == "refund" else { return try books.decide(id, isApproved: word == "authorize") }
      let payment = try books.payment(id)
      guard let money = try? Money(decimal: amount, payment.amount.currency) else { throw .incomplete }
      return try books.refund(id, money, reference: "console \(payment.refunds.count)")
    }
    return (200, ["state": .string(payment.state.rawValue)])
  }

  private func act(
    _ change: (inout Books) throws(Books.Refusal) -> Books.Payment
  ) throws(ControlRefusal) -> Books.Payment {
    do throws(Books.Refusal) {
      return try self.change { books, _ throws(Books.Refusal) in try change(&books) }
    } catch {
      throw ControlRefusal(409, error.rawValue, "The bank refuses this: \(error.rawValue).")
    }
  }
}
