import FerryCore
import FerryTesting
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

private let newline = "\n"

@Suite("A machine in a simulated world")
struct SimulationTests {
  /// 2,000 seeds by default. Set `FERRY_SIMULATION_HUNDREDS=1000` for more.
  static let hundreds =
    ProcessInfo.processInfo.environment["FERRY_SIMULATION_HUNDREDS"].flatMap(UInt64.init) ?? 20

  static let kinds: [World.Kind] = [.native, .native, .native, .firstGeneration, .page]

  static let everything = World.Troubles(
    requestsLost: 8, answersLost: 8, linksLost: 25, linksDoubled: 30, linksLate: 25, foreignLinks: 20, kills: 4,
    closedAtOnce: 15, closedAfter: 25, buyerCancels: 8, declines: 15, changes: 20, refusals: 10, revisions: 10,
    savesFail: 3)

  /// Restarts the app and lets the buyer come back without faults, as often as necessary.
  static func converge(_ world: inout World) {
    world.troubles = .none
    world.killAt = nil
    world.run()
    for _ in 0..<12 {
      guard world.problems.isEmpty, world.item != nil || !world.server.phase.isFinal else { return }
      guard let item = world.item, item.canAsk else {
        world.press()
        world.run()
        continue
      }
      if world.server.phase == .cancelled || world.server.phase == .expired {
        world.launch(item, .nobody)
      } else {
        world.press()
      }
      world.run()
    }
    if world.item != nil || !world.server.phase.isFinal {
      world.problems.append("Not converged: \(world.server.phase), \(world.results)")
    }
  }

  static func finalTruth(_ world: World) -> CheckoutOutcome? {
    switch world.server.phase {
    case .paid: .paid(ReceiptBody(orderNumber: "A-1", orderReference: "order-1", total: SimulatedServer.total))
    case .declined: .declined(.paymentMethodRefused)
    case .cancelled: .cancelled
    default: nil
    }
  }

  static func isTold(_ world: World) -> Bool {
    world.results.last == finalTruth(world) || (world.isForgotten && world.wasKilledLast)
  }

  @Test("Without trouble the order is paid, and told so once")
  func paid() {
    for kind in World.Kind.allCases {
      var world = World(seed: 1, .none, kind)
      world.press()
      world.run()
      #expect(world.problems.isEmpty, "\(world.story.joined(separator: newline))")
      #expect(world.results == [Self.finalTruth(world)].compactMap(\.self))
      #expect(world.server.phase == .paid)
      #expect(world.server.agreements == [1])
      #expect(world.item == nil)
    }
  }

  @Test("After any fault the app reaches the server's state and never tells another", arguments: 0..<hundreds)
  func converges(_ hundred: UInt64) {
    for seed in hundred * 100..<hundred * 100 + 100 {
      var world = World(seed: seed, Self.everything, Self.kinds[Int(seed % 5)])
      world.press()
      world.run()
      Self.converge(&world)
      if !world.problems.isEmpty || !Self.isTold(world) {
        Issue.record(
          "Seed \(seed): \(world.problems), \(world.results), \(world.server.phase)\n\(world.story.joined(separator: newline))"
        )
        return
      }
    }
  }

  @Test("After a kill at any transition, before or after any effect, the app reaches the same state")
  func killedAnywhere() {
    for seed: UInt64 in 1...10 {
      let kind = Self.kinds[Int(seed % 5)]
      var whole = World(seed: seed, World.Troubles(linksDoubled: 30, changes: 40), kind)
      whole.press()
      whole.run()
      #expect(whole.problems.isEmpty)
      for transition in 1...max(1, whole.transitions) {
        for effects in 0...3 {
          var world = World(seed: seed, World.Troubles(linksDoubled: 30, changes: 40), kind)
          world.killAt = (transition, effects)
          world.press()
          world.run()
          Self.converge(&world)
          if !world.problems.isEmpty || world.server.phase != .paid || !Self.isTold(world) {
            Issue.record(
              "Seed \(seed), \(transition), \(effects): \(world.problems), \(world.server.phase)\n\(world.story.joined(separator: newline))"
            )
            return
          }
        }
      }
    }
  }

  @Test(
    "After a kill in any state, whatever the buyer does, the app reaches the server's state",
    arguments: World.Kind.allCases)
  func killedInEveryState(_ kind: World.Kind) {
    // With the review in the browser, the app asks only after a fault, so this test needs one.
    let changes = kind == .firstGeneration ? 95 : 40
    let troubles = World.Troubles(
      linksLost: 30, closedAtOnce: 10, closedAfter: 30, buyerCancels: 15, declines: 20, changes: changes, refusals: 20)
    var killedIn: Set<FlowStatus> = []
    for seed: UInt64 in 0..<60 {
      var whole = World(seed: seed, troubles, kind)
      whole.press()
      whole.run()
      for transition in 1...max(1, whole.transitions) {
        var world = World(seed: seed, troubles, kind)
        world.killAt = (transition, 1)
        world.press()
        world.run()
        killedIn.formUnion(world.killedIn)
        Self.converge(&world)
        if !world.problems.isEmpty || !Self.isTold(world) {
          Issue.record(
            "Seed \(seed), \(transition): \(world.problems), \(world.server.phase)\n\(world.story.joined(separator: newline))"
          )
          return
        }
      }
    }
    // A page creates, reviews and confirms by its own backend.
    let everywhere: Set<FlowStatus> = [
      .away(.select), .away(.changeAddress), .away(.changePayment), .away(.pay), .away(.resume), .returning, .checking,
    ]
    let ofApps: Set<FlowStatus> = [
      .starting, .reviewing, .selectionRefused, .openingPayment, .confirmingPayment, .cancelling,
    ]
    let all = kind == .page ? everywhere : everywhere.union(ofApps)
    #expect(all.subtracting(killedIn).isEmpty, "never killed in \(all.subtracting(killedIn))")
  }

  @Test("No link ever comes, and the order is paid all the same")
  func noLinks() {
    for seed: UInt64 in 0..<50 {
      var world = World(seed: seed, World.Troubles(linksLost: 100))
      world.press()
      world.run()
      Self.converge(&world)
      #expect(world.problems.isEmpty && world.server.phase == .paid, "Seed \(seed)")
    }
  }

  @Test("Closed before the link, after it or with it: all come to the same end")
  func closedAndLink() {
    for seed: UInt64 in 0..<100 {
      var world = World(seed: seed, World.Troubles(closedAfter: 100))
      world.press()
      world.run()
      Self.converge(&world)
      #expect(world.results.last == Self.finalTruth(world) && world.server.phase == .paid, "Seed \(seed)")
    }
  }
}
