import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerryTesting
import Logging
import PlacetoPayModule
import Testing

/// Payments and refunds over days of virtual time, with the engine.
@Suite("PlacetoPay: pending for days")
struct PendingDaysTests {
  typealias Payment = ScriptedPlacetoPay.Payment

  private let time = VirtualTime(start: .sample)
  private let bank: ScriptedPlacetoPay
  private let engine: Engine

  init() throws {
    let time = time
    let bank = ScriptedPlacetoPay { time.now }
    self.bank = bank
    engine = Engine(
      store: MemoryStore(), providers: [try Sale.provider()], transport: bank, time: time,
      randomness: SequentialRandomness(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { _ in Sale.returnURLs }
  }

  private func run<Result: Sendable>(
    _ work: @escaping @Sendable (CheckoutID) async throws -> Result
  ) async throws -> Result {
    try await time.run(limit: .seconds(60 * 86_400)) { [engine] in
      try await whileRunning({ try? await engine.run() }) {
        let id = try await engine.create(
          NewCheckout(
            reference: OrderReference(shop: "shop", mode: .test, reference: "cart-1"), key: nil,
            provider: PlacetoPayRegistration.id, kind: .browser, language: .english, capture: .automatic,
            content: Sale.content)
        ).file.checkout.id
        try await engine.update(id) { file, _ in file.buyerFacts = .sample }
        _ = try await engine.submit(.confirm(revision: 1, total: Sale.total), to: id)
        _ = try await engine.submit(.leave(change: nil), to: id)
        return try await work(id)
      }
    }
  }

  private func phase(_ id: CheckoutID) async throws -> Phase {
    try #require(try await engine.file(id)).checkout.phase
  }

  @Test("A payment that is pending for three days ends as PlacetoPay decides", arguments: [true, false])
  func threeDays(_ isApproved: Bool) async throws {
    try await run { id in
      try await time.sleep(for: .seconds(120))
      bank.set {
        $0.reason = "PT"
        $0.payments = [Payment(id: 71, status: "PENDING", reason: "?-")]
      }
      _ = try await engine.submit(.returned(session: nil), to: id)
      for _ in 0..<3 {
        try await time.sleep(for: .seconds(86_400))
        let checkout = try #require(try await engine.file(id)).checkout
        #expect(checkout.phase.name == .settling && checkout.payment?.isPending == true)
        #expect(checkout.overdueAt.map { $0 > time.now } == true)
      }
      let questions = bank.requests.count
      #expect((70...110).contains(questions), "\(questions) requests in three days")
      bank.set {
        $0.status = isApproved ? "APPROVED" : "REJECTED"
        $0.reason = isApproved ? "00" : "EX"
        $0.payments[0].status = $0.status
      }
      try await time.sleep(for: .seconds(3_700))
      #expect(try await phase(id) == (isApproved ? .paid : .expired))
      #expect(!bank.course.contains("cancel"), "A session with a pending payment is cancelled.")
    }
  }

  @Test("A payment that is pending longer than the decision time is held, and PlacetoPay's late decision counts")
  func held() async throws {
    try await run { id in
      bank.set {
        $0.reason = "PT"
        $0.payments = [Payment(id: 71, status: "PENDING")]
      }
      _ = try await engine.submit(.returned(session: nil), to: id)
      try await time.sleep(for: .seconds(7 * 86_400 - 3_700))
      #expect(try await phase(id).name == .settling)
      try await time.sleep(for: .seconds(2 * 3_700))
      #expect(try await phase(id) == .held(.undecided))
      let questions = bank.requests.count
      bank.set {
        $0.status = "APPROVED"
        $0.payments[0].status = "APPROVED"
      }
      try await time.sleep(for: .seconds(3_700))
      #expect(try await phase(id) == .paid)
      #expect(bank.requests.count > questions)
    }
  }

  @Test("A buyer who never returns is asked about, and the session's end is the checkout's")
  func silence() async throws {
    try await run { id in
      bank.set {
        $0.query = { state in
          if self.time.now >= .sample + .seconds(1_800) { (state.status, state.reason) = ("REJECTED", "EX") }
          return .answer(200, state.information)
        }
      }
      try await time.sleep(for: .seconds(3_600))
      #expect(try await phase(id) == .expired)
    }
  }

  @Test("A session that is still open at the checkout's end is cancelled, as often as PlacetoPay refuses for now")
  func stillOpen() async throws {
    try await run { id in
      try await time.sleep(for: .seconds(2_800))
      #expect(try await phase(id).name == .closing)
      bank.set {
        $0.cancel = { state in
          (state.status, state.reason) = ("REJECTED", "MC")
          return .answer(200, #"{"status": {"status": "OK", "reason": "00"}, "session": \#(state.information)}"#)
        }
      }
      try await time.sleep(for: .seconds(3_600))
      #expect(try await phase(id).isFinal)
      #expect(bank.course.contains("cancel"))
    }
  }

  @Test("A refund whose answer is lost is sent once in a week, and a person decides")
  func lostRefund() async throws {
    try await run { id in
      bank.set {
        $0.status = "APPROVED"
        $0.payments = [Payment(id: 71)]
        $0.operation = { _ in .lost }
      }
      _ = try await engine.submit(.returned(session: nil), to: id)
      try await time.sleep(for: .seconds(60))
      _ = try await engine.submit(.refund("one", .cop(4_000)), to: id)
      try await time.sleep(for: .seconds(7 * 86_400))
      let payment = try #require(try await engine.file(id)?.checkout.payment)
      #expect(payment.operations.map(\.state) == [.unknown])
      #expect(bank.requests.count { $0.path == "/api/transaction" } == 1)
      #expect(payment.refundable == .cop(8_000), "The amount is reserved.")
    }
  }
}
