extension PageRequest {
  /// What lies at the address of a report's document.
  mutating func reportContent(_ path: String) -> [UInt8]? {
    guard path.hasSuffix(".txt") else { return nil }
    let id = String(path.dropFirst("/reports/".count).dropLast(".txt".count))
    return change { ledger, now in
      ledger.advance(to: now)
      return ledger.reportContent(id, at: now)
    }
  }
}
