internal import CWebKit
internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#endif

/// Runs GLib's main loop and Swift's main actor on the main thread.
///
/// The main actor's jobs wait in libdispatch's main queue. That queue has a descriptor that becomes readable when there is
/// work, and a function that runs the work. The loop watches the descriptor and calls the function, as `CFRunLoop` does. So
/// GTK's callbacks and the main actor's jobs alternate on one thread without polling.
public enum MainLoop {
  /// Thrown if no display can be opened.
  public struct NoDisplay: Error {}

  /// Runs the program's root task and returns when it has returned. Call it once, on the main thread.
  public static func run(_ body: @escaping @MainActor () async -> Void) throws(NoDisplay) {
    guard gtk_init_check() != 0 else { throw NoDisplay() }
    let loop = g_main_loop_new(nil, 0)
    let queue = _dispatch_get_main_queue_handle_4CF()
    let source = g_unix_fd_add(
      queue, G_IO_IN,
      { descriptor, _, _ in
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil)
    nonisolated(unsafe) let running = loop
    Task { @MainActor in
      await body()
      g_main_loop_quit(running)
    }
    g_main_loop_run(loop)
    g_source_remove(source)
    g_main_loop_unref(loop)
  }

  /// True if the environment names a display.
  public static var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in getenv(name).map { $0.pointee != 0 } ?? false }
  }
}

/// Asynchronous work that GTK's callbacks start. A callback queues it and returns. `run` performs it in child tasks.
@MainActor public final class Errands {
  public typealias Errand = @MainActor () async -> Void
  private let stream: AsyncStream<Errand>
  private let continuation: AsyncStream<Errand>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream(of: Errand.self) }

  /// Stops accepting work and cancels running work.
  public func finish() { continuation.finish() }

  public func yield(_ errand: @escaping Errand) { continuation.yield(errand) }

  /// Runs queued work until `finish` or until the task is cancelled. Then cancels the rest. Call it once.
  public func run() async {
    await withDiscardingTaskGroup { group in
      for await errand in stream { group.addTask { await errand() } }
      group.cancelAll()
    }
  }
}

/// Standard input as lines. No thread blocks on it.
@MainActor public enum InputLines {
  /// The stream ends with the input. Read it once.
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
    /// The largest length of a line, in bytes. A longer line is dropped.
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
