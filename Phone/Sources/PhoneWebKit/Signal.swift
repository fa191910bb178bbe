internal import CWebKit

/// Something to do on the main thread, as C holds it.
@MainActor final class Action {
  let run: @MainActor () -> Void

  init(_ run: @escaping @MainActor () -> Void) { self.run = run }
}

/// Connects a signal that has no arguments but its object. The object holds the action until it is destroyed.
@MainActor func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ run: @escaping @MainActor () -> Void) {
  let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
    guard let data else { return }
    nonisolated(unsafe) let held = data
    MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(held).takeUnretainedValue().run() }
  }
  let release: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<GClosure>?) -> Void = { data, _ in
    if let data { Unmanaged<Action>.fromOpaque(data).release() }
  }
  g_signal_connect_data(
    object, signal, unsafeBitCast(handler, to: GCallback.self), Unmanaged.passRetained(Action(run)).toOpaque(), release,
    GConnectFlags(rawValue: 0))
}

/// What GLib or WebKit says went wrong.
public struct WebKitFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  /// Takes the error and frees it.
  init(taking error: UnsafeMutablePointer<GError>?, _ what: String) {
    description = error.flatMap { $0.pointee.message }.map { "\(what): \(String(cString: $0))" } ?? what
    if let error { g_error_free(error) }
  }
}

/// Takes a text that C has allocated.
func taking(_ text: UnsafeMutablePointer<CChar>?) -> String {
  guard let text else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}
