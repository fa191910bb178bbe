import FerryCore
import FerryTesting
import Testing

@testable import FerryCheckout
@testable import FerryEngine

@Suite("Webhook events for merchants")
struct WebhookEventTests {
  private static let pending = Phase.settling(settling(isPending: true))

  private static func settling(isPending: Bool) -> Phase.Settling {
    Phase.Settling(
      question: .asked(3),
      paying: Phase.Paying(page: "https://provider.example/pay", since: SampleAttempt.start, asked: 0),
      isPending: isPending, lastAsked: SampleAttempt.start, ending: nil, began: SampleAttempt.start)
  }

  /// Every phase, and the event that its start causes.
  static let places: [(Phase, WebhookType?)] = [
    (.open, nil), (.selecting(Phase.Selecting(change: nil)), nil), (.reviewing, nil),
    (.authorizing(Phase.Authorizing(step: .checking, command: 1)), nil),
    (.paying(Phase.Paying(page: "https://provider.example/pay", since: SampleAttempt.start, asked: 0)), nil),
    (.settling(settling(isPending: false)), nil), (pending, .checkoutPending),
    (.closing(Phase.Closing(.expire, lastAsked: SampleAttempt.start)), nil), (.paid, .checkoutPaid),
    (.declined(.refused), .checkoutDeclined), (.cancelled(.buyer), .checkoutCancelled), (.expired, .checkoutExpired),
    (.held(.contradiction), .checkoutHeld),
  ]

  private static func checkout(_ phase: Phase, _ payment: Payment? = nil) throws -> Checkout {
    var checkout = try SampleAttempt("one").file().checkout
    checkout.phase = phase
    checkout.payment = payment
    return checkout
  }

  @Test(
    "Every deciding phase is reported once, when it is reached from any other phase",
    arguments: places)
  func phases(_ phase: Phase, _ type: WebhookType?) throws {
    let after = try Self.checkout(phase)
    #expect(WebhookEvent.changes(from: nil, to: after).map(\.type) == [type].compactMap(\.self))
    for (earlier, _) in Self.places {
      let changes = WebhookEvent.changes(from: try Self.checkout(earlier), to: after)
      #expect(
        changes == (earlier == phase ? [] : [type].compactMap(\.self).map { WebhookEvent($0) }), "from \(earlier)")
    }
  }

  @Test("A message about a paid checkout has base and tax of each rate")
  func taxes() throws {
    var file = try SampleAttempt("one").file()
    let open = WebhookBody(WebhookEvent(.checkoutPending), of: file, sequence: 1, at: SampleAttempt.start)
    #expect(open.data.taxes == nil)
    _ = try file.pay(charge: "C-1")
    let paid = WebhookBody(WebhookEvent(.checkoutPaid), of: file, sequence: 2, at: SampleAttempt.start)
    #expect(paid.data.taxes == [TaxBody(percent: .tenPercent, kind: nil, base: .yen(4000), tax: .yen(400))])
  }

  @Test("A message about a refund has the reason")
  func refundReason() throws {
    var file = try SampleAttempt("one").file()
    _ = try file.pay(charge: "C-1")
    let reason = try StatedReason(.defective, note: "The bag was torn")
    let refund = Event.refund("r-1", .yen(300), reason: reason)
    _ = try file.checkout.receive(refund, at: SampleAttempt.start, for: &file.order)
    let event = WebhookEvent(.operationSucceeded, operation: file.checkout.payment?.operations.last)
    let operation = WebhookBody(event, of: file, sequence: 1, at: SampleAttempt.start).data.operation
    #expect(operation?.refundReason == "defective" && operation?.refundNote == "The bag was torn")
    #expect(operation?.reason == nil)
    #expect(refund.name == "refund asked: defective: The bag was torn")
  }

  @Test("A pending payment is reported once, and again if the reason changes")
  func repeated() throws {
    var later = Self.settling(isPending: true)
    later.lastAsked = SampleAttempt.start + .seconds(60)
    #expect(WebhookEvent.changes(from: try Self.checkout(Self.pending), to: try Self.checkout(.settling(later))) == [])
    let changes = WebhookEvent.changes(
      from: try Self.checkout(.held(.contradiction)), to: try Self.checkout(.held(.amountMismatch)))
    #expect(changes == [WebhookEvent(.checkoutHeld)])
  }

  /// A payment of 1000 yen.
  private static func payment(
    authorized: Int64 = 0, captured: Int64 = 0, refunded: Int64 = 0, isVoided: Bool = false,
    isWarned: Bool = false, declined: DeclineReason? = nil,
    _ operations: [FerryCheckout.Operation] = []
  ) -> Payment {
    var payment = Payment(reference: "C-1", currency: .jpy)
    payment.authorized = .yen(authorized)
    payment.captured = .yen(captured)
    payment.refunded = .yen(refunded)
    payment.wasVoided = isVoided
    payment.declined = declined
    if isWarned { payment.lapseWarnedAt = SampleAttempt.start }
    payment.operations = operations
    return payment
  }

  static let movements: [(Payment?, Payment, [String])] = [
    (nil, payment(), []),
    (nil, payment(authorized: 1000), ["payment.authorized 1000"]),
    // Paid at once: there is no separate event for the authorization.
    (nil, payment(authorized: 1000, captured: 1000), ["payment.captured 1000"]),
    (payment(authorized: 1000), payment(authorized: 1000, captured: 400), ["payment.captured 400"]),
    (payment(authorized: 1000, captured: 400), payment(authorized: 1000, captured: 1000), ["payment.captured 600"]),
    (payment(authorized: 1000), payment(authorized: 1000, isVoided: true), ["payment.voided 1000"]),
    (
      payment(authorized: 1000, captured: 400), payment(authorized: 1000, captured: 400, isVoided: true),
      ["payment.voided 600"]
    ),
    // A capture was declined: nothing is authorized any more.
    (payment(authorized: 1000), payment(authorized: 1000, declined: .refused), ["payment.voided 1000"]),
    // An authorization was declined: nothing was ever authorized.
    (payment(), payment(declined: .refused), []),
    (
      payment(authorized: 1000, captured: 1000), payment(authorized: 1000, captured: 1000, refunded: 300),
      ["payment.refunded 300"]
    ),
    (
      payment(authorized: 1000, captured: 1000, refunded: 300),
      payment(authorized: 1000, captured: 1000, refunded: 1000), ["payment.refunded 700"]
    ),
    (
      nil, payment(authorized: 1000, captured: 1000, refunded: 1000),
      ["payment.captured 1000", "payment.refunded 1000"]
    ),
    (payment(authorized: 1000), payment(authorized: 1000), []),
    (
      payment(authorized: 1000, captured: 400), payment(authorized: 1000, captured: 400, isWarned: true),
      ["payment.lapsing 600"]
    ),
    (payment(authorized: 1000, isWarned: true), payment(authorized: 1000, isWarned: true), []),
  ]

  @Test("The end of an authorization is reported with its reason and amount")
  func release() {
    var lapsed = Self.payment(authorized: 1000, isVoided: true)
    lapsed.release = .lapsed
    for (payment, release) in [
      (Self.payment(authorized: 1000, declined: .timedOut), "declined"), (lapsed, "lapsed"),
      (Self.payment(authorized: 1000), nil), (Self.payment(declined: .refused), nil),
    ] as [(Payment, String?)] {
      let body = PaymentBody(payment)
      #expect(body.release == release)
      #expect(body.released == (release == nil ? nil : .yen(1000)))
    }
  }

  @Test("Every movement of money is reported with its amount, also one in the console", arguments: movements)
  func money(_ before: Payment?, _ after: Payment, _ expected: [String]) throws {
    let changes = WebhookEvent.changes(from: try Self.checkout(.paid, before), to: try Self.checkout(.paid, after))
    #expect(changes.map { "\($0.type) \($0.amount?.minorUnits ?? 0)" } == expected)
  }

  private static func operation(_ state: FerryCheckout.Operation.State) -> FerryCheckout.Operation {
    var operation = FerryCheckout.Operation(
      id: "refund-1", kind: .refund, amount: .yen(300), command: 9, before: .yen(0), requestedAt: SampleAttempt.start)
    operation.state = state
    return operation
  }

  static let states: [(FerryCheckout.Operation.State, WebhookType?)] = [
    (.requested(9), nil), (.pending, nil), (.unknown, .operationUnknown), (.succeeded, .operationSucceeded),
    (.failed(.notAllowed), .operationFailed),
  ]

  @Test("The outcome of an operation is reported once, when it is known", arguments: states)
  func operations(_ state: FerryCheckout.Operation.State, _ type: WebhookType?) throws {
    let now = Self.operation(state)
    let after = try Self.checkout(.paid, Self.payment([now]))
    for earlier in [nil] + Self.states.map({ Optional($0.0) }) {
      let before = try Self.checkout(.paid, Self.payment(earlier.map { [Self.operation($0)] } ?? []))
      let expected = earlier == state ? [] : [type].compactMap(\.self).map { WebhookEvent($0, operation: now) }
      #expect(WebhookEvent.changes(from: before, to: after) == expected, "from \(String(describing: earlier))")
    }
  }

  /// A dispute before and after a change, each with its amount; nil for none.
  static let disputes: [((DisputeState, Int64)?, (DisputeState, Int64)?, [WebhookType])] = [
    (nil, (.needsResponse, 300), [.paymentDisputed]), (nil, (.lost, 300), [.paymentDisputed, .paymentDisputeClosed]),
    ((.needsResponse, 300), (.needsResponse, 300), []),
    ((.needsResponse, 300), (.needsResponse, 200), [.paymentDisputeUpdated]),
    ((.needsResponse, 300), (.underReview, 300), [.paymentDisputeUpdated]),
    ((.underReview, 300), (.won, 300), [.paymentDisputeClosed]),
    ((.needsResponse, 300), (.withdrawn, 300), [.paymentDisputeClosed]),
    ((.won, 300), (.needsResponse, 300), [.paymentDisputed]), ((.won, 300), (.lost, 300), [.paymentDisputeClosed]),
  ]

  @Test("A dispute is reported when it opens or opens again, when it changes, and when it ends", arguments: disputes)
  func dispute(_ before: (DisputeState, Int64)?, _ after: (DisputeState, Int64)?, _ types: [WebhookType]) throws {
    func payment(_ dispute: (DisputeState, Int64)?) -> Payment {
      var payment = Self.payment(authorized: 1000, captured: 1000)
      guard let dispute else { return payment }
      payment.merge(
        DisputeReport("D-1", state: dispute.0, amount: .yen(dispute.1)), from: .person, at: SampleAttempt.start)
      return payment
    }
    let now = payment(after)
    let changes = WebhookEvent.changes(
      from: try Self.checkout(.paid, payment(before)), to: try Self.checkout(.paid, now))
    #expect(changes.map(\.type) == types)
    #expect(changes.allSatisfy { $0.dispute == now.disputes.first && $0.amount == now.disputes.first?.amount })
  }

  @Test("Events of one change come in this order: money, operations, phase")
  func order() throws {
    let before = try Self.checkout(
      .closing(Phase.Closing(.expire, lastAsked: SampleAttempt.start)), Self.payment(authorized: 1000))
    let after = try Self.checkout(.paid, Self.payment(authorized: 1000, captured: 1000, [Self.operation(.succeeded)]))
    #expect(
      WebhookEvent.changes(from: before, to: after).map(\.type) == [
        .paymentCaptured, .operationSucceeded, .checkoutPaid,
      ])
  }

  @Test("Every type exists once, in two words with a full stop between, and some change produces it")
  func vocabulary() {
    let types = WebhookType.all.map(\.rawValue)
    #expect(Set(types).count == types.count)
    for type in types { #expect(type.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z]+)?/) != nil, "\(type)") }
    let reported =
      Self.places.compactMap(\.1) + Self.states.compactMap(\.1) + Self.disputes.flatMap(\.2)
      + Self.movements.flatMap(\.2).map { WebhookType(rawValue: String($0.prefix { $0 != " " })) }
    #expect(Set(reported) == Set(WebhookType.all))
  }
}
