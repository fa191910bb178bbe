import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerrySandbox
import Foundation
import NIOCore
import NIOPosix
import Subprocess
import Testing

@Suite("Killed under load", .serialized)
struct KilledUnderLoadTests {
  @Test(
    "A server that is killed repeatedly under load, with providers that fail in every way, agrees with them to the cent",
    .timeLimit(.minutes(10)),
    arguments: [(CrashRun.Sandbox.inside, 8), (.beside, 8)])
  func killed(_ sandbox: CrashRun.Sandbox, _ rounds: Int) async throws {
    let seed = ProcessInfo.processInfo.environment["FERRY_CRASH_SEED"].flatMap { UInt64($0) } ?? 20_260_101
    let run = try await CrashRun(sandbox, seed: seed, rounds: rounds, buyers: 12)
    let end: CrashRun.Reckoning
    do {
      end = try await run.reckoning()
    } catch {
      print("seed \(seed), sandbox \(sandbox): \(await run.tally.summary)")
      throw error
    }
    let phases = Dictionary(grouping: end.files) { $0.checkout.phase.name.rawValue }.mapValues(\.count)
    print("seed \(seed), sandbox \(sandbox): \(await run.tally.summary)\n  phases \(phases)\n  calls \(end.calls)")

    #expect(await run.tally.kills == rounds)
    #expect(end.files.allSatisfy { $0.checkout.phase.isFinal })
    // There was enough load, and enough faults.
    #expect((phases["paid"] ?? 0) >= 10)
    for bench in CrashRun.providers {
      #expect(end.files.contains { $0.checkout.phase == .paid && $0.checkout.provider.text == bench.sandbox.id })
    }
    #expect((end.calls["unknown"] ?? 0) > 0)
    let approved = await run.tally.approved
    #expect(end.files.filter { approved.contains($0.checkout.id.text) }.allSatisfy { $0.checkout.phase == .paid })
    let shipped = await run.tally.shipped
    for file in end.files where shipped.contains(file.checkout.id.text) {
      let payment = file.checkout.payment
      #expect(
        [payment?.captured, payment?.refunded].map { $0?.minorUnits } == [ShippedParts.captured, ShippedParts.refunded])
      #expect(payment?.capturable.isZero == true)
    }
    compare(end)
  }

  private func compare(_ end: CrashRun.Reckoning) {
    let theirs = Dictionary(end.orders.map { ($0.order ?? "", $0) }) { first, _ in first }
    #expect(theirs.count == end.orders.count, "Every charge belongs to one order in one currency.")
    let ours = Dictionary(grouping: end.files, by: \.order.number)
    for (number, their) in theirs {
      #expect(ours[number] != nil, "Money moved for the order \(number), which is not ours.")
      #expect(their.payments.filter { $0.captured.minorUnits > 0 }.count <= 1, "\(number) was captured twice.")
    }
    var sales: Int64 = 0
    for (number, attempts) in ours {
      let payments = attempts.compactMap(\.checkout.payment)
      let captured = payments.map(\.captured.minorUnits).reduce(0, +)
      let refunded = payments.map(\.refunded.minorUnits).reduce(0, +)
      #expect(captured == theirs[number]?.captured.minorUnits ?? 0, "\(number): captured")
      #expect(refunded == theirs[number]?.refunded.minorUnits ?? 0, "\(number): refunded")
      let held = payments.map(\.capturable.minorUnits).reduce(0, +)
      #expect(held == theirs[number]?.held.minorUnits ?? 0, "\(number): held")
      let paid = attempts.filter { $0.checkout.phase == .paid }
      #expect(paid.count <= 1, "\(number) is paid twice.")
      #expect(paid.first?.checkout.id == attempts.first?.order.paidBy, "\(number): order and attempts")
      let agreed = paid.first?.checkout.agreed?.total.minorUnits ?? 0
      if attempts.contains(where: { $0.checkout.capture == .manual }) {
        #expect(captured + held <= agreed, "\(number): agreed")
      } else {
        #expect(captured - refunded == agreed && held == 0, "\(number): agreed")
      }
      sales += captured - refunded
    }
    #expect(end.balances.map(\.amount.minorUnits).reduce(0, +) == 0)
    // In several currencies.
    let booked = end.balances.filter { $0.account == .sales }.map(\.amount.minorUnits).reduce(0, +)
    #expect(booked == -sales)
  }
}

@Suite("Two processes on the same data")
struct SecondProcessTests {
  @Test("The second one does not start, and names the file that the first one locks", .timeLimit(.minutes(10)))
  func refused() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try await FreePorts.find(2)
    let database = folder.path + "/ferry.sqlite"
    let program = try FerryProgram()
    let arguments = [
      "demo", "--provider", "amazon-pay", "--data", folder.path, "--port", "\(ports[0])", "--sandbox-port",
      "\(ports[1])", "--once",
    ]
    // This process is the first.
    try await SQLiteStore(path: database).running { _ in
      let end = try await program.outcome(arguments)
      #expect(!end.status.isSuccess)
      #expect(end.errors.contains("Another Ferry process uses the database \(database)."), "\(end.errors)")
    }
    // After it has ended, the same call works.
    let end = try await program.outcome(arguments)
    #expect(end.status.isSuccess, "\(end.errors)")
  }

  @Test("A scripted checkout whose port is in use explains how to run it beside a demo", .timeLimit(.minutes(10)))
  func onceBesideDemo() async throws {
    let port = try await FreePorts.find(1)[0]
    let demo = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: port).get()
    let end = try await FerryProgram().outcome(["demo", "--once", "--port", "\(port)", "--data", "d"])
    try await demo.close().get()
    #expect(!end.status.isSuccess)
    #expect(end.errors.hasPrefix("Error: Port \(port) is in use."), "\(end.errors)")
    #expect(end.errors.contains("ferry demo --once --port \(port + 10) --data d-once"), "\(end.errors)")
  }
}
