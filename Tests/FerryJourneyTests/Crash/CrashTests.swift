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
    let seed = CrashRun.seed
    let run = try await CrashRun(sandbox, seed: seed, rounds: rounds, buyers: 12)
    let end: CrashReckoning
    do {
      end = try await run.reckoning()
    } catch {
      print("seed \(seed), sandbox \(sandbox): \(await run.tally.summary)")
      throw error
    }
    print("seed \(seed), sandbox \(sandbox): \(await run.tally.summary)\n  phases \(end.phases)\n  calls \(end.calls)")
    #expect(await run.tally.kills >= rounds)
    await end.expectEnds(run.tally)
    end.expectAgreement()
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
