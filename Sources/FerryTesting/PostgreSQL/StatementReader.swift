#if PostgreSQL
  /// Reads a client's side of PostgreSQL's protocol 3.0, as far as it tells which statements are executed.
  struct StatementReader {
    private var buffer: [UInt8] = []
    private var hasStarted = false
    /// Prepared statements by their names.
    private var prepared: [String: String] = [:]

    /// - Returns: The complete messages, and the texts of the statements that they execute.
    mutating func read(_ bytes: [UInt8]) -> (messages: [UInt8], statements: [String]) {
      buffer += bytes
      var statements: [String] = []
      var end = 0
      while let message = message(at: end) {
        if message.isTyped { note(Array(buffer[end..<message.end]), &statements) }
        hasStarted = true
        end = message.end
      }
      defer { buffer.removeFirst(end) }
      return (Array(buffer[..<end]), statements)
    }

    /// The first message has no type.
    private func message(at start: Int) -> (isTyped: Bool, end: Int)? {
      let head = hasStarted ? 1 : 0
      guard buffer.count >= start + head + 4 else { return nil }
      let length = buffer[(start + head)..<(start + head + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = start + head + length
      return end <= buffer.count ? (hasStarted, end) : nil
    }

    private mutating func note(_ message: [UInt8], _ statements: inout [String]) {
      let texts = message.dropFirst(5).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        .prefix(2).map { String(decoding: $0, as: UTF8.self) }
      switch message[0] {
      case UInt8(ascii: "P"): prepared[texts[0]] = texts[1]
      case UInt8(ascii: "B"): statements += [prepared[texts[1]] ?? ""]
      default: break
      }
    }
  }
#endif
