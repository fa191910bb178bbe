import Foundation

/// Lends the path of a database that is not there yet, in a folder of its own that is removed afterwards.
func withDatabasePath<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.appending(path: "ferry.sqlite").path(percentEncoded: false))
}
