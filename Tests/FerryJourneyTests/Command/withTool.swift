import FerryCore
import FerrySQLite
import Foundation

/// Runs a test with a command of the tool, on a store that nobody else has open.
/// - Parameters:
///   - command: The command whose subcommands the test names.
///   - fill: Enters what the store is to hold.
func withTool(
  _ command: String,
  test: (_ ferry: (String...) async throws -> FerryProgram.Outcome, _ database: String) async throws -> Void,
  filling fill: (SQLiteStore) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let database = folder + "/ferry.sqlite"
  try await SQLiteStore(path: database).running { store in try await fill(store) }
  let program = try FerryProgram()
  try await test({ try await program.outcome([command] + $0 + ["--data", folder]) }, database)
}
