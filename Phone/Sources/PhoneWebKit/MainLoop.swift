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
