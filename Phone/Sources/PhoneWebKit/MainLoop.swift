internal import CWebKit
internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#endif

/// GLib's main loop on the main thread, with Swift's main actor running on it.
///
/// The main actor's work waits in libdispatch's main queue. That queue offers a descriptor that becomes readable when
/// there is work, and a call that runs it: the loop watches the one and makes the other, as `CFRunLoop` does. So GTK's
/// callbacks and the main actor's jobs take turns on one thread, neither waits in the other, and nothing polls.
public enum MainLoop {
  /// Why there is nothing to show anything on.
  public struct NoDisplay: Error {}

  /// Runs the program's one root task and returns when it has returned. To be called once, from the main thread.
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

  /// Whether there is a screen to ask for.
  public static var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in getenv(name).map { $0.pointee != 0 } ?? false }
  }
}

/// Work that GTK's callbacks ask for and that has to wait: they hand it over and return, and whoever runs the view does
/// it, as children of one task.
@MainActor public final class Errands {
  public typealias Errand = @MainActor () async -> Void
  private let stream: AsyncStream<Errand>
  private let continuation: AsyncStream<Errand>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream(of: Errand.self) }

  /// No more comes, and what runs is cancelled.
  public func finish() { continuation.finish() }

  public func yield(_ errand: @escaping Errand) { continuation.yield(errand) }

  /// Runs what is handed over until `finish`, or until the task is cancelled; cancels what still runs then. To be
  /// called once.
  public func run() async {
    await withDiscardingTaskGroup { group in
      for await errand in stream { group.addTask { await errand() } }
      group.cancelAll()
    }
  }
}

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
