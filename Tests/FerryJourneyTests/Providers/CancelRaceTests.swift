import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import HTTPTypes
import Testing

/// Random moments and faults, which follow from a seed: a buyer pays, or tries to, while somebody cancels.
@Suite("A cancellation races a payment at Swedbank Pay, over HTTP", .timeLimit(.minutes(10)))
struct CancelRaceTests {
  enum Canceller: CaseIterable, Sendable {
    /// The button beside the menu, on a page of ours.
    case buyer
    /// The merchants' API.
    case shop
    /// The official SDK's abort.
    case sdk
    /// Nobody: the checkout's time ends.
    case time
  }

  private static let seeds = UInt64(1)...30

  @Test(
    "Whoever wins, the order is paid with all its money, or it is over and nothing is held or charged",
    arguments: Canceller.allCases)
  func race(_ canceller: Canceller) async throws {
    var ends: [PhaseName: Int] = [:]
    for seed in Self.seeds {
      let file = try await canceller == .sdk ? Self.sdk(seed) : Self.browser(canceller, seed)
      ends[file.checkout.phase.name, default: 0] += 1
    }
    // Both sides win.
    #expect(ends[.paid, default: 0] > 2, "\(ends)")
    #expect(ends[canceller == .time ? .expired : .cancelled, default: 0] > 2, "\(ends)")
  }

  private static func browser(_ canceller: Canceller, _ seed: UInt64) async throws -> CheckoutFile {
    try await ServedProvider.run(.swedbankPay, notifies: true) { served in
      let plan = Race(seed)
      let buyer = served.buyer(try .menu, capture: plan.capture)
      let session = try await buyer.openPayment(reference: "A-1")
      return try await plan.run(
        served.world, page: session.id, CheckoutID(session.checkout), isExpiry: canceller == .time
      ) {
        switch canceller {
        case .buyer: try await buyer.cancelBesideForm(session)
        case .shop: _ = try await buyer.cancel(session.checkout)
        case .sdk, .time: break
        }
      } returning: {
        try await buyer.comeBackFromPayment(session)
      }
    }
  }

  private static func sdk(_ seed: UInt64) async throws -> CheckoutFile {
    try await ServedSDK.run(notifies: true) { served in
      let app = try await served.app(.ios)
      let order = try await app.pay(try await app.code())
      let script = try #require(OfficialSDK.ios.script(order, isV3: true))
      let abort = RecordedBody.abort(try #require(order["abort"]?.href))
      let page = try served.world.sandbox.open(.redirect(script), order: nil)
      return try await Race(seed).run(served.world, page: page.id, app.id, isExpiry: false) {
        // Refused if the buyer was faster, or is in an app; always in words that the SDK reads.
        let answer = try await app.ask(.patch, "patch", abort)
        #expect(answer != .unexpectedContent, "Seed \(seed)")
      } returning: {
      }
    }
  }
}

private struct Race: Sendable {
  let seed: UInt64
  let capture: CapturePolicy
  /// Pays in another app, where the buyer decides later.
  private let isInApp: Bool
  private let act: BuyerAct
  private let returns: Bool
  /// From the start, or around the end of the checkout's time.
  private let paysAfter: Duration
  private let decidesAfter: Duration
  private let cancelsAfter: Duration

  init(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func milliseconds(_ range: Range<Int>) -> Duration { .milliseconds(Int.random(in: range, using: &random)) }
    self.seed = seed
    capture = Int.random(in: 0..<3, using: &random) == 0 ? .manual : .automatic
    isInApp = Int.random(in: 0..<3, using: &random) == 0
    act = Int.random(in: 0..<4, using: &random) == 0 ? .decline : .approve
    returns = Bool.random(using: &random)
    paysAfter = milliseconds(0..<4_000)
    // The app's time is three minutes.
    decidesAfter = milliseconds(0..<(Bool.random(using: &random) ? 3_000 : 240_000))
    cancelsAfter = milliseconds(0..<4_000)
  }

  func run(
    _ world: ProviderWorld, page: String, _ id: CheckoutID, isExpiry: Bool,
    cancelling: @escaping @Sendable () async throws -> Void, returning: @escaping @Sendable () async throws -> Void
  ) async throws -> CheckoutFile {
    let checkout = try await world.file(id).checkout
    let start = isExpiry ? checkout.expiresAt + .seconds(-2) : world.time.now
    plan(world.sandbox)
    async let paid: Void = pay(world, page, start, returning)
    async let cancelled: Void = unlessRefused {
      try await world.time.sleep(until: start + cancelsAfter)
      try await cancelling()
    }
    _ = try await (paid, cancelled)
    try await world.time.sleep(for: .seconds(3_600))
    world.sandbox.clearFaults()
    try await world.time.sleep(for: .seconds(2 * 86_400))
    let file = try await world.file(id)
    try await expectAgreement(file, world)
    return file
  }

  /// Slow calls, so that the others act in between; lost calls and answers; and troubles of the callbacks.
  private func plan(_ sandbox: some ProviderSandbox) {
    for (index, kind) in [
      SandboxFault.Kind.delay(.milliseconds(700)), .slow(.milliseconds(900)), .dropBeforeExecution,
      .dropAfterExecution, .errorAfterExecution(503), .notJSON,
    ].enumerated() {
      let share = index < 2 ? 350 : 50
      sandbox.plan(SandboxFault(kind, onOperation: nil, .perThousand(share, seed: seed &* 10 &+ UInt64(index))))
    }
    for (index, kind) in [
      NotificationFault.Kind.lose, .delay(.seconds(40)), .duplicate(copies: 2, pause: .milliseconds(300)),
    ].enumerated() {
      sandbox.plan(NotificationFault(kind, onObject: nil, .perThousand(250, seed: seed &* 20 &+ UInt64(index))))
    }
  }

  private func pay(
    _ world: ProviderWorld, _ page: String, _ start: Moment, _ returning: @Sendable () async throws -> Void
  ) async throws {
    try await world.time.sleep(until: start + paysAfter)
    if isInApp {
      var request = HTTPRequest(
        method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/menu/\(page)/start")
      request.headerFields[.contentType] = "application/x-www-form-urlencoded"
      _ = try await world.sandbox.exchange(request, body: Array("instrument=Swish".utf8), endsWithService: false)
      try await world.time.sleep(for: decidesAfter)
    }
    try await unlessRefused {
      try world.act(act, on: page)
      if returns { try await returning() }
    }
  }

  private func unlessRefused(_ act: () async throws -> Void) async throws {
    do { try await act() } catch is ControlRefusal {} catch is Unexpected {}
  }

  private func expectAgreement(_ file: CheckoutFile, _ world: ProviderWorld) async throws {
    let comment: Comment = "Seed \(seed): \(file.checkout.phase)"
    let payments = world.sandbox.money
    let held = payments.reduce(0) { $0 + $1.held.minorUnits }
    let moved = world.moved(file)
    #expect(file.checkout.phase.isFinal && file.outstanding.isEmpty, comment)
    #expect(payments.flatMap(\.payments).count <= 1, comment)
    if file.checkout.phase == .paid {
      let total = try #require(file.checkout.agreed).total.minorUnits
      #expect(held + moved[0] == total && moved[1] == 0, comment)
      // A payment in the app is a sale.
      #expect(held == 0 || file.checkout.capture == .manual && !isInApp, comment)
      #expect(file.order.paidBy == file.checkout.id, comment)
    } else {
      #expect(held == 0 && moved[0] == moved[1], comment)
      #expect(file.order.paidBy == nil && file.order.live == nil, comment)
      #expect(try await world.balances().isEmpty, comment)
    }
    #expect(try await world.discrepancies([file]).isEmpty, comment)
  }
}
