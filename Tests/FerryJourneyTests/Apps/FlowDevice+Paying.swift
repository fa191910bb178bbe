import DemoShop
@_spi(Phone) import Ferry
import FerryCore
import FerrySimulation
import Foundation
import Testing

// The three kinds of app with the library.

extension FlowDevice {
  /// One launch of the app: it starts, gets missed results, and the buyer pays or continues.
  ///
  /// - Parameters:
  ///   - leaving: The buyer's ways out of the secure browser, one for each opening.
  ///   - lost: The calls whose answers get lost, once each.
  ///   - decision: The buyer's answer to the review.
  ///   - goesOn: True to continue an unfinished checkout; else the buyer presses the pay button.
  /// - Returns: The result in the app; nil if it was killed.
  func live(
    _ life: AppLife, leaving: [Leaving?] = [], losing lost: Set<String> = [], decision: ReviewDecision = .buy,
    goesOn: Bool = true
  ) async throws -> CheckoutOutcome? {
    try await life.live {
      return try await start(life, leaving, lost, decision, goesOn)
    }
  }

  @MainActor private func start(
    _ life: AppLife, _ leaving: [Leaving?], _ lost: Set<String>, _ decision: ReviewDecision, _ goesOn: Bool
  ) async throws -> CheckoutOutcome {
    let flow = try flow(life, losing: lost)
    let browser = SimulatedSecureBrowser(self, life, leaving: leaving, flow: flow)
    if kind == .webView { return try await inPages(flow, browser) }
    if goesOn, let outcome = try await flow.goOn(from: browser) { return outcome }
    return try await flow.pay(for: order, from: browser) {
      try await create($0)
    } review: { _ in
      decision
    }.outcome
  }

  // MARK: - Pages in a web view

  /// The shop's pages: they ask their own backend for the state, and the app to open the next page.
  @MainActor private func inPages(_ flow: CheckoutFlow, _ browser: SimulatedSecureBrowser) async throws
    -> CheckoutOutcome
  {
    let (states, tell) = AsyncStream.makeStream(of: BridgeState.self)
    let bridge = WebBridge(flow: flow, shop: try #require(URL(string: ServedInProcess.ferry))) { tell.yield($0) }
    return try await withThrowingTaskGroup(of: CheckoutOutcome?.self) { group in
      group.addTask {
        await bridge.run(from: browser)
        return nil
      }
      group.addTask { try await page(bridge, states) }
      defer { group.cancelAll() }
      var result: CheckoutOutcome?
      while result == nil, let next = try await group.next() { result = next }
      // The app gets the result by itself.
      if let result, result.isFinal, try await !flow.unfinished().isEmpty {
        var resumed = flow.resumed.makeAsyncIterator()
        let missed = try #require(await resumed.next())
        #expect(missed.isOfPage)
        #expect(Self.word(missed.outcome) == Self.word(result))
      }
      return try #require(result)
    }
  }

  static func word(_ result: CheckoutOutcome) -> String? { BridgeState(covered: false, outcome: result).result }

  /// Opens pages until the shop's backend knows the result or nothing is left to open.
  @MainActor private func page(_ bridge: WebBridge, _ states: AsyncStream<BridgeState>) async throws -> CheckoutOutcome
  {
    var openings = 0
    while openings < 8 {
      // It goes with the app.
      try Task.checkCancellation()
      guard let created else {
        try await open(try await prepare(bridge), bridge, states)
        openings += 1
        continue
      }
      let body = try await shop { try await $0.shopReads(created) }
      switch body.phase {
      case .paid: return .paid(nil)
      case .cancelled: return .cancelled
      case .declined: return .declined(.refused)
      case .expired: return .notFinished
      case .reviewing where !body.isLocked:
        let review = try #require(body.review)
        let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
        let confirmed = try await shop { try await $0.shopConfirms(created, agreed) }
        if let next = confirmed.app, next.ticket != nil {
          try await open(next, bridge, states)
          openings += 1
        }
      case .open, .selecting, .reviewing, .paying:
        guard !body.awaitsProvider else {
          try await pause()
          continue
        }
        let next = try await shop { try await $0.shopBegins(created) }
        guard let handoff = next.app, handoff.ticket != nil else {
          try await pause()
          continue
        }
        try await open(handoff, bridge, states)
        openings += 1
      default: try await pause()
      }
    }
    throw Unexpected("The page leads in circles.")
  }

  private func pause() async throws {
    try await served.world.time.sleep(for: .seconds(2))
  }

  @MainActor private func prepare(_ bridge: WebBridge) async throws -> CheckoutHandoff {
    struct Reply: Decodable { var challenge: Challenge }
    let reply = await ask(bridge, #"{"v":1,"type":"prepare"}"#)
    let challenge = try JSONDecoder().decode(Reply.self, from: Data(reply.utf8)).challenge
    return try await create(challenge)
  }

  @MainActor private func open(
    _ handoff: CheckoutHandoff, _ bridge: WebBridge, _ states: AsyncStream<BridgeState>
  ) async throws {
    struct Message: Encodable {
      var v = 1
      var type = "open"
      var checkout: String
      var clientToken: String?
      var ticket: CheckoutHandoff.Ticket?
    }
    let message = Message(checkout: handoff.checkout, clientToken: handoff.clientToken, ticket: handoff.ticket)
    let reply = await ask(bridge, String(decoding: try JSONEncoder().encode(message), as: UTF8.self))
    if reply.contains("unknown-checkout") {
      // The app was killed before it had stored the checkout: the shop starts another, as its script does.
      beginAnew()
      return
    }
    guard reply.contains(#""opened":true"#) else { throw Unexpected("The app does not open it: \(reply)") }
    for await state in states where !state.covered { return }
  }

  @MainActor private func ask(_ bridge: WebBridge, _ text: String) async -> String {
    await bridge.receive(text, from: URL(string: ServedInProcess.ferry + "/checkout"), isMainFrame: true)
  }
}

extension CheckoutFlow {
  /// The app gets the result that it missed, or the buyer goes on.
  /// - Returns: Nil if no checkout is unfinished.
  func goOn(from browser: any SecureBrowser) async throws -> CheckoutOutcome? {
    guard try await !unfinished().isEmpty else { return nil }
    var resumed = resumed.makeAsyncIterator()
    let missed = try #require(await resumed.next())
    #expect(!missed.isOfPage)
    if missed.outcome.isFinal { return missed.outcome }
    return try await resume(try #require(missed.checkout), from: browser) { _ in .buy }.outcome
  }
}

func isPaid(_ outcome: CheckoutOutcome?) -> Bool {
  if case .paid = outcome { true } else { false }
}
