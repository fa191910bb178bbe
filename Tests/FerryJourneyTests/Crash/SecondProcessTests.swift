import FerryCore
import FerrySQLite
import Foundation
import NIOCore
import NIOPosix
import Subprocess
import Testing

@Suite("Two processes on the same data")
struct SecondProcessTests {
  @Test("The second one does not start, and says which file the other has", .timeLimit(.minutes(10)))
  func refused() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let ports = try await FreePorts.find(2)
    let database = folder.path + "/ferry.sqlite"
    let program = try FerryProgram()
    let arguments = [
      "demo", "--data", folder.path, "--port", "\(ports[0])", "--sandbox-port", "\(ports[1])", "--once",
    ]
    // This process is the first.
    try await SQLiteStore(path: database).running { _ in
      let end = try await program.outcome(arguments)
      #expect(!end.status.isSuccess)
      #expect(end.errors.contains("Another Ferry process uses the database \(database)."), "\(end.errors)")
    }
    // When it is gone, the same call works.
    let end = try await program.outcome(arguments)
    #expect(end.status.isSuccess, "\(end.errors)")
  }

  @Test("A scripted checkout whose port is in use says how it runs beside a demo", .timeLimit(.minutes(10)))
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
