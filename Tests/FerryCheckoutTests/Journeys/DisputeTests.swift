import FerryCheckout
import FerryCore
import FerryTesting
import Foundation
import Testing

@Suite("Disputes")
struct DisputeTests {
  private static let total = Attempt.total.minorUnits

  private static func paid(_ profile: JourneyProfile = Attempt.captureOnce) throws -> Attempt {
    var attempt = try Attempt(profile)
    try attempt.goToPaid()
    return attempt
  }

  private static func report(
    _ state: DisputeState?, _ units: Int64? = total, by respondBy: Moment? = nil, changed: Int64? = nil
  ) -> DisputeReport {
    DisputeReport(
      "S03-1", state: state, reason: .notReceived, amount: units.map { .yen($0) }, respondBy: respondBy,
      changedAt: changed.map { Moment(milliseconds: $0) })
  }

  /// The provider's answer to the question about a dispute.
  private static func answer(_ report: DisputeReport) -> Outcome { .observed(Observation(disputes: [report])) }

  private static func refunded(_ units: Int64, _ id: OperationID) -> Outcome {
    var done = Observation.captured(refunded: units)
    done.reports = [OperationReport(id, reference: "R-1", .done, amount: .yen(units))]
    return .observed(done)
  }

  // MARK: What is left to refund

  @Test(
    "Open and lost disputes keep their amount back; a refund may have what an open one claims, if the shop says so",
    arguments: [
      (.needsResponse, 3_000, 6_520, 9_520), (.underReview, 9_520, 0, 9_520), (.needsResponse, nil, 0, 9_520),
      (.lost, 3_000, 6_520, 6_520), (.lost, 9_520, 0, 0), (.lost, nil, 0, 0), (.won, 9_520, 9_520, 9_520),
      (.withdrawn, 3_000, 9_520, 9_520), (.needsResponse, 20_000, 0, 9_520),
    ] as [(DisputeState, Int64?, Int64, Int64)])
  func reserve(_ state: DisputeState, _ units: Int64?, _ left: Int64, _ leftDespite: Int64) throws {
    var attempt = try Self.paid()
    try attempt.receive(.recordDispute(Self.report(state, units)))
    #expect(attempt.checkout.payment?.refundable == .yen(left))
    for (despite, most) in [(false, left), (true, leftDespite)] where most < Self.total {
      for amount in [Money.yen(most + 1), .yen(Self.total)] {
        #expect(throws: Refusal.paymentDisputed("S03-1", left: .yen(most))) {
          try attempt.receive(.refund("r", amount, despiteDispute: despite))
        }
      }
      if most == 0 {
        #expect(throws: Refusal.paymentDisputed("S03-1", left: .yen(0))) {
          try attempt.receive(.refund("r", nil, despiteDispute: despite))
        }
      }
    }
    guard leftDespite > 0 else { return }
    try attempt.receive(.refund("r", nil, despiteDispute: true))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r", .yen(leftDespite))])
  }

  @Test("A refund before the dispute stays; what is lost beyond the capture is paid back twice")
  func refundedBefore() throws {
    var attempt = try Self.paid()
    try attempt.receive(.refund("r1", .yen(4_000)))
    try attempt.answer("refund", Self.refunded(4_000, "r1"))
    try attempt.receive(.recordDispute(Self.report(.needsResponse, Self.total)))
    #expect(attempt.checkout.payment?.refundable == .yen(0) && attempt.checkout.payment?.isPaidBackTwice == false)
    try attempt.receive(.recordDispute(Self.report(.lost, Self.total)))
    #expect(attempt.checkout.payment?.isPaidBackTwice == true)
    #expect(attempt.balances == [.receivable: -4_000, .sales: 4_000 - Self.total, .disputes: Self.total])
    #expect(attempt.checkout.ledgerBalances == attempt.balances)
  }

  @Test("A refund under way when the dispute comes is finished, and counts beside it")
  func refundedDuring() throws {
    var attempt = try Self.paid()
    try attempt.receive(.refund("r1", .yen(4_000)))
    try attempt.receive(.recordDispute(Self.report(.needsResponse, 5_000)))
    #expect(attempt.checkout.payment?.refundable == .yen(520))
    try attempt.answer("refund", Self.refunded(4_000, "r1"))
    #expect(attempt.checkout.payment?.refundable == .yen(520) && attempt.phase == .paid)
    try attempt.receive(.recordDispute(Self.report(.lost, 5_000)))
    #expect(attempt.checkout.payment?.isPaidBackTwice == false)
    #expect(attempt.checkout.ledgerBalances == attempt.balances)
  }

  @Test("A provider that refunds in whole only refunds a disputed payment in whole, or not at all")
  func whole() throws {
    var profile = Attempt.captureOnce
    profile.refunds = .whole
    var attempt = try Self.paid(profile)
    try attempt.receive(.recordDispute(Self.report(.needsResponse, 3_000)))
    #expect(throws: Refusal.paymentDisputed("S03-1", left: .yen(0))) {
      try attempt.receive(.refund("r", .yen(Self.total)))
    }
    #expect(throws: Refusal.refundedInWhole(.yen(Self.total), until: nil)) { try attempt.receive(.refund("r", nil)) }
    try attempt.receive(.refund("r", nil, despiteDispute: true))
    #expect(attempt.outstanding.map(\.kind) == [.refund("r", .yen(Self.total))])
  }

  // MARK: Told by the provider

  @Test("A notice counts as the whole capture until the provider has answered, and afterwards as it says")
  func notice() throws {
    var attempt = try Self.paid()
    try attempt.receive(.disputeNoticed("S03-1"))
    try attempt.receive(.disputeNoticed("S03-1"))
    #expect(attempt.outstanding.map(\.kind) == [.readDispute("S03-1")])
    #expect(attempt.checkout.payment?.refundable == .yen(0))
    try attempt.answer("read dispute", .rejected(.notAllowed))
    let unread = try #require(attempt.checkout.payment?.disputes.first)
    #expect(unread.state == .needsResponse && unread.amount == nil && attempt.phase == .paid)
    try attempt.receive(.disputeNoticed("S03-1"))
    try attempt.answer("read dispute", Self.answer(Self.report(.underReview, 2_000)))
    #expect(attempt.checkout.payment?.refundable == .yen(7_520))
  }

  @Test("A person's word about the provider's dispute counts until the provider has news")
  func overruled() throws {
    var attempt = try Self.paid()
    func hear(_ state: DisputeState, changed: Int64) throws {
      try attempt.receive(.disputeNoticed("S03-1"))
      try attempt.answer("read dispute", Self.answer(Self.report(state, 2_000, changed: changed)))
    }
    try hear(.underReview, changed: 1)
    try attempt.receive(.recordDispute(Self.report(.lost, 2_000)))
    try hear(.underReview, changed: 1)
    #expect(attempt.checkout.payment?.disputes.map(\.state) == [.lost] && attempt.checkout.wakeAt == nil)
    try hear(.won, changed: 2)
    #expect(attempt.checkout.payment?.disputes.map(\.state) == [.won])
    #expect(attempt.checkout.ledgerBalances == attempt.balances)
  }

  @Test("A question that is given up is asked again in time")
  func givenUp() throws {
    var attempt = try Self.paid()
    try attempt.receive(.disputeNoticed("S03-1"))
    attempt.outstanding = []
    attempt.checkout.forgetDisputeCommands(besides: [])
    #expect(attempt.checkout.payment?.isAskedAboutDisputes == false)
    try attempt.wake()
    #expect(attempt.outstanding.map(\.kind) == [.readDispute("S03-1")])
  }

  @Test("A dispute that the provider does not show is asked about every hour on the first day, then daily")
  func unread() throws {
    var attempt = try Self.paid()
    try attempt.receive(.disputeNoticed("S03-1"))
    var waits: Set<Duration> = []
    for _ in 0..<27 {
      try attempt.answer("read dispute", .rejected(.notAllowed))
      let asked = attempt.now
      try attempt.wake()
      waits.insert(attempt.now.since(asked))
    }
    #expect(waits == [.seconds(3_600), .seconds(86_400)] && attempt.outstanding.count == 1)
  }

  @Test("A dispute that is opened again has no deadline but a new one")
  func openedAgain() throws {
    var attempt = try Self.paid()
    try attempt.receive(.recordDispute(Self.report(.needsResponse, by: attempt.now)))
    try attempt.receive(.recordDispute(Self.report(.won)))
    try attempt.receive(.recordDispute(Self.report(.needsResponse)))
    #expect(attempt.checkout.payment?.disputes.map(\.respondBy) == [nil])
  }

  @Test(
    "The provider's answers count for a dispute that was recorded before its notice came",
    arguments: [Dispute.Source.person, .report])
  func recordedFirst(_ source: Dispute.Source) throws {
    var attempt = try Self.paid()
    try attempt.receive(.recordDispute(Self.report(.lost, 3_000), from: source))
    #expect(attempt.outstanding.isEmpty && attempt.checkout.payment?.disputes.map(\.source) == [source])
    try attempt.receive(.disputeNoticed("S03-1"))
    #expect(attempt.outstanding.map(\.kind) == [.readDispute("S03-1")])
    #expect(attempt.checkout.payment?.lost == .yen(3_000))
    try attempt.answer("read dispute", Self.answer(Self.report(.won, 3_000)))
    #expect(attempt.checkout.payment?.disputes.map(\.state) == [.won] && attempt.balances[.disputes] == nil)
    #expect(attempt.checkout.payment?.disputes.map(\.source) == [.provider])
  }

  @Test("An open dispute is read again daily and when the time to respond ends; a closed one only after a notice")
  func schedule() throws {
    var attempt = try Self.paid()
    let deadline = attempt.now + .seconds(100_000)
    try attempt.receive(.disputeNoticed("S03-1"))
    try attempt.answer("read dispute", Self.answer(Self.report(.needsResponse, by: deadline)))
    let asked = attempt.now
    try attempt.wake()
    #expect(attempt.now == asked + .seconds(86_400) && attempt.outstanding.map(\.kind) == [.readDispute("S03-1")])
    try attempt.answer("read dispute", .unanswered)
    try attempt.wake()
    #expect(attempt.now == deadline)
    try attempt.answer("read dispute", Self.answer(Self.report(.underReview, by: deadline)))
    try attempt.wake()
    #expect(attempt.now == deadline + .seconds(86_400))
    try attempt.answer("read dispute", Self.answer(Self.report(.won)))
    #expect(attempt.checkout.wakeAt == nil)
    try attempt.receive(.disputeNoticed("S03-1"))
    try attempt.answer("read dispute", Self.answer(Self.report(.needsResponse)))
    #expect(attempt.checkout.payment?.refundable == .yen(0) && attempt.checkout.wakeAt != nil)
  }

  @Test("A timer for a dispute alone does not ask about the payment, a request to check asks about both")
  func questions() throws {
    var attempt = try Self.paid(Attempt.watched)
    try attempt.receive(.disputeNoticed("S03-1"))
    try attempt.answer("read dispute", Self.answer(Self.report(.needsResponse)))
    attempt.wait(.seconds(1))
    try attempt.receive(.recheckRequested)
    #expect(attempt.outstanding.map(\.kind) == [.readDispute("S03-1"), .read])
    try attempt.answer("read dispute", Self.answer(Self.report(.needsResponse)))
    try attempt.answer("read", .observed(.captured()))
    try attempt.wake()
    try attempt.wake()
    #expect(Set(attempt.outstanding.map(\.kind)) == [.readDispute("S03-1"), .read])
  }

  @Test("Of two answers the later one by the provider's clock counts, in whatever order they come")
  func outOfOrder() throws {
    let answers = [
      Self.report(.needsResponse, 3_000, changed: 1), Self.report(.underReview, 3_000, changed: 2),
      Self.report(.lost, 2_500, changed: 3),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1, 2, 0]] {
      var attempt = try Self.paid()
      for index in order {
        try attempt.receive(.disputeNoticed("S03-1"))
        try attempt.answer("read dispute", Self.answer(answers[index]))
      }
      let dispute = try #require(attempt.checkout.payment?.disputes.first)
      #expect(dispute.state == .lost && dispute.amount == .yen(2_500), "\(order)")
      #expect(attempt.checkout.ledgerBalances == attempt.balances && attempt.balances[.disputes] == 2_500)
    }
  }

  @Test("A word that is not known here leaves the state, an amount of another currency leaves the amount")
  func unknown() throws {
    var attempt = try Self.paid()
    try attempt.receive(.recordDispute(Self.report(.underReview, 3_000)))
    #expect(throws: Refusal.invalidAmount) {
      try attempt.receive(.recordDispute(DisputeReport("S03-1", state: .lost, amount: Money(minorUnits: 1, .usd))))
    }
    try attempt.receive(.recordDispute(Self.report(nil, nil)))
    let dispute = try #require(attempt.checkout.payment?.disputes.first)
    #expect(dispute.state == .underReview && dispute.amount == .yen(3_000))
  }

  // MARK: Books

  @Test("A lost dispute is entered once, and taken back if it turns out otherwise")
  func ledger() throws {
    var attempt = try Self.paid()
    for state in [DisputeState.lost, .lost, .won, .needsResponse, .lost] {
      try attempt.receive(.recordDispute(Self.report(state, 3_000)))
    }
    let entries = attempt.ledger.filter { $0.debit == .disputes || $0.credit == .disputes }
    #expect(entries.map(\.kind) == [.disputeLost, .disputeReversed, .disputeLost])
    #expect(Set(entries.map(\.externalID)).count == 3)
    #expect(attempt.balances[.disputes] == 3_000 && attempt.checkout.ledgerBalances == attempt.balances)
    #expect(attempt.totals == [Self.total, Self.total, 0, 0] && attempt.phase == .paid)
  }

  @Test("Disputed money of a rejected checkout is returned once the dispute is won")
  func returned() throws {
    var attempt = try Attempt(Attempt.captureOnce)
    try attempt.goToSelecting()
    try attempt.receive(.returned(session: "s1"))
    // Nobody has agreed to pay.
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.phase == .held)
    try attempt.receive(.recordDispute(Self.report(.needsResponse)))
    try attempt.receive(.resolve(.reject))
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.outstanding.isEmpty && attempt.phase == .cancelled)
    try attempt.receive(.recordDispute(Self.report(.won)))
    #expect(attempt.outstanding.map(\.kind.name) == ["refund"])
  }

  @Test("Nothing is disputed before it was captured")
  func notCaptured() throws {
    var attempt = try Attempt(Attempt.captureOnce, capture: .manual)
    try attempt.goToPaid()
    #expect(throws: Refusal.notDisputable) { try attempt.receive(.recordDispute(Self.report(.needsResponse))) }
    try attempt.receive(.disputeNoticed("S03-1"))
    #expect(attempt.outstanding.map(\.kind) == [.read] && attempt.checkout.payment?.disputes == [])
    // The capture is heard of later: the dispute is known before anything is refunded.
    let stored = try JSONEncoder().encode(attempt.checkout)
    attempt.checkout = try JSONDecoder().decode(Checkout.self, from: stored)
    try attempt.answer("read", .observed(.captured()))
    #expect(attempt.checkout.payment?.disputes.map(\.id) == ["S03-1"])
    #expect(attempt.checkout.payment?.refundable == .yen(0))
    try attempt.wake()
    #expect(attempt.outstanding.map(\.kind) == [.readDispute("S03-1")])
  }

  @Test("A payment that was stored before there were disputes has none, and one without any is stored as before")
  func stored() throws {
    var attempt = try Self.paid()
    let without = try JSONEncoder().encode(attempt.checkout.payment)
    #expect(!String(decoding: without, as: UTF8.self).contains("disputes"))
    #expect(try JSONDecoder().decode(Payment.self, from: without) == attempt.checkout.payment)
    try attempt.receive(.recordDispute(Self.report(.lost, 3_000)))
    let with = try JSONEncoder().encode(attempt.checkout.payment)
    #expect(try JSONDecoder().decode(Payment.self, from: with) == attempt.checkout.payment)
  }
}
