internal import CWebKit

#if canImport(Glibc)
  internal import Glibc
#endif

/// Standard input, line by line, without a thread that waits for it.
@MainActor public enum InputLines {
  /// Ends with the input. To be read once.
  public static func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    _ = fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK)
    let reader = Reader(continuation)
    g_unix_fd_add(
      0, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { _, _, data in
        guard let data else { return 0 }
        nonisolated(unsafe) let held = data
        return MainActor.assumeIsolated { Unmanaged<Reader>.fromOpaque(held).takeUnretainedValue().read() ? 1 : 0 }
      }, Unmanaged.passRetained(reader).toOpaque())
    return stream
  }

  @MainActor private final class Reader {
    private let continuation: AsyncStream<String>.Continuation
    private var pending: [UInt8] = []
    /// Longer lines are cut: nobody means them.
    private static let longest = 1 << 20

    init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

    /// False at the end.
    func read() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(0, &buffer, buffer.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      guard count > 0 else {
        if !pending.isEmpty { continuation.yield(String(decoding: pending, as: UTF8.self)) }
        continuation.finish()
        return false
      }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
      if pending.count > Self.longest { pending.removeAll() }
      return true
    }
  }
}
