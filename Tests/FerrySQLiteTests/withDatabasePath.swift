import Foundation

/// Passes the path of a new database, in a temporary folder that is removed afterwards.
func withDatabasePath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.appending(path: "ferry.sqlite").path(percentEncoded: false))
}
