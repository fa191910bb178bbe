import FerryCore
import FerrySQLite
import Foundation
import Subprocess
import Testing

@Suite("Two processes on the same data")
struct SecondProcessTests {
  @Test("The second one does not start, and says which file the other has", .timeLimit(.minutes(1)))
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
}
