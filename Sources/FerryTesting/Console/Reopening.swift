/// Opens a sandbox on its journal, which the writer of the last one may hold for a moment.
package func reopening<Opened>(_ open: () throws -> Opened) async throws -> Opened {
  for _ in 0..<1_000 {
    if let opened = try? open() { return opened }
    try await Task.sleep(for: .milliseconds(2))
  }
  return try open()
}
