import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

@Suite("The contract of providers: money under faults and crashes", .timeLimit(.minutes(10)))
struct ProviderFaultTests {
  typealias Course = ProviderWorld.Course

  static let kinds: [SandboxFault.Kind] = TestCases.first(
    3,
    of: [
      .dropAfterExecution, .errorBeforeExecution(429), .unknownState, .dropBeforeExecution, .errorBeforeExecution(500),
      .errorAfterExecution(500), .errorAfterExecution(503), .errorAfterExecution(504), .cutOffBody, .notJSON,
      .delay(.seconds(60)), .slow(.seconds(60)),
    ])

  @Test(
    "With any fault of any call money moves once, and nothing fails while the provider says yes or unknown",
    arguments: ProviderBench.allCases, kinds)
  func faults(_ bench: ProviderBench, _ kind: SandboxFault.Kind) async throws {
    for course in Course.allCases {
      let clean = try ProviderWorld(bench)
      _ = try await clean.run { try await clean.live(course) }
      for operation in clean.sandbox.usedOperations {
        let world = try ProviderWorld(bench)
        let file = try await world.run {
          world.sandbox.plan(kind, on: operation, .next(2))
          return try await world.live(course)
        }
        let about = "\(course) \(operation)"
        let names = try await world.log(file.checkout.id).compactMap {
          if case .event(_, let phase) = $0 { phase } else { nil }
        }
        #expect(!names.contains { ["declined", "cancelled", "expired", "held"].contains($0) }, "\(about): \(names)")
        try await world.expect(course, file, "\(about)")
      }
    }
  }

  @Test(
    "A question that is asked during any call, of every command and at every stage, changes nothing",
    arguments: ProviderBench.allCases, Course.allCases)
  func questions(_ bench: ProviderBench, _ course: Course) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create(capture: course.capture)
      let id = created.checkout.id
      world.editor.interfere {
        do { _ = try await world.engine.submit(.recheckRequested, to: id) } catch { Issue.record(error) }
      }
      try world.act(.approve, on: try await world.toPayment(created))
      _ = try await world.finish(id)
      for order in world.orders(course) { try await world.operate(order, on: id) }
      try await world.time.sleep(for: .seconds(600))
      return try await world.file(id)
    }
    #expect(file.outstanding.isEmpty, "\(file.outstanding.map { "\($0.command.kind.name)/\($0.stage)" })")
    try await world.expect(course, file, "\(file.checkout.phase)")
  }

  @Test(
    "After a crash at any commit money moves once", arguments: ProviderBench.allCases, Course.allCases)
  func crashesAtCommits(_ bench: ProviderBench, _ course: Course) async throws {
    let count = try await crashes(bench, course) { PowerSwitch(afterCommits: $0) }
    #expect(count > 6)
  }

  @Test(
    "After a crash before or after any call money moves once", arguments: ProviderBench.allCases, Course.allCases)
  func crashesAtCalls(_ bench: ProviderBench, _ course: Course) async throws {
    for instant in [PowerSwitch.Instant.beforeSending, .beforeRecording] {
      let count = try await crashes(bench, course) { PowerSwitch(instant, atRequest: $0) }
      #expect(count > 2)
    }
  }

  /// Lives a course with a crash, restarts, and repeats what buyer and shop did, for each moment of a crash.
  /// - Returns: The number of moments.
  private func crashes(
    _ bench: ProviderBench, _ course: Course, _ power: (Int) -> PowerSwitch
  ) async throws -> Int {
    for moment in 0... {
      let power = power(moment)
      let world = try ProviderWorld(bench, power: power)
      let id = try await world.run {
        let created = try await world.create(capture: course.capture)
        power.arm()
        do {
          _ = try await world.pursue(created.checkout.id)
          for order in world.orders(course) { try await world.operate(order, on: created.checkout.id) }
        } catch StoreError.stopped {}
        return created.checkout.id
      }
      let again = ProviderWorld(restarting: world)
      let file = try await again.run {
        _ = try await again.pursue(id)
        // The shop repeats its requests with the same keys.
        for order in again.orders(course) { try await again.operate(order, on: id) }
        return try await again.file(id)
      }
      try await again.expect(course, file, "moment \(moment)")
      if !power.isOff { return moment }
    }
    return 0
  }
}
