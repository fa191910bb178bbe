internal import CWebKit
internal import Synchronization

/// Waits for a callback of GLib, libsoup or WebKit. The wait ends once: by the callback, by the task's cancellation, or by a
/// timeout. The timeout is needed because a library that has lost a request never calls back.
final class Waiting<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>, timer: guint)
    case over
  }

  private let state = Mutex(State.idle)

  private init() {}

  /// The timeout in seconds. It is longer than libsoup's own.
  private static var limit: guint { 45 }

  /// - Parameter start: Starts the work. Its callback passes the given pointer to `take`. Not called if the task is
  ///   cancelled.
  @MainActor static func value(_ start: (UnsafeMutableRawPointer) -> Void) async throws -> Value {
    let waiting = Waiting()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard waiting.begin(continuation) else { return continuation.resume(throwing: CancellationError()) }
        start(Unmanaged.passRetained(waiting).toOpaque())
      }
    } onCancel: {
      waiting.resume(throwing: CancellationError())
    }
  }

  /// Call it once, in the callback.
  static func take(_ data: UnsafeMutableRawPointer?) -> Waiting<Value>? {
    data.map { Unmanaged<Waiting<Value>>.fromOpaque($0).takeRetainedValue() }
  }

  func resume(returning value: Value) { resume(with: .success(value)) }

  func resume(throwing error: any Error) { resume(with: .failure(error)) }

  private func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    state.withLock { state in
      guard case .idle = state else { return false }
      let timer = g_timeout_add_seconds_full(
        G_PRIORITY_DEFAULT, Self.limit,
        { data in
          data.map { Unmanaged<Ending>.fromOpaque($0).takeUnretainedValue().end() }
          return 0
        }, Unmanaged.passRetained(Ending { [weak self] in self?.timeHasPassed() }).toOpaque(),
        { data in if let data { Unmanaged<Ending>.fromOpaque(data).release() } })
      state = .waiting(continuation, timer: timer)
      return true
    }
  }

  private func resume(with result: Result<Value, any Error>) {
    guard let (continuation, timer) = end() else { return }
    _ = g_source_remove(timer)
    continuation.resume(with: result)
  }

  /// GLib removes the timer by itself.
  private func timeHasPassed() {
    end()?.0.resume(throwing: WebKitFailure("no answer within \(Self.limit) s"))
  }

  private func end() -> (CheckedContinuation<Value, any Error>, guint)? {
    state.withLock { state in
      defer { state = .over }
      guard case .waiting(let continuation, let timer) = state else { return nil }
      return (continuation, timer)
    }
  }
}

/// A timer's closure that C can retain.
private final class Ending {
  let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }
}

/// A closure for the main thread that C can retain.
@MainActor final class Action {
  let run: @MainActor () -> Void

  init(_ run: @escaping @MainActor () -> Void) { self.run = run }
}

/// Connects a signal whose only argument is its object. The object retains the closure until it is destroyed.
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

/// An error of GLib or WebKit.
public struct WebKitFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  /// Takes the error and frees it.
  init(taking error: UnsafeMutablePointer<GError>?, _ what: String) {
    description = error.flatMap { $0.pointee.message }.map { "\(what): \(String(cString: $0))" } ?? what
    if let error { g_error_free(error) }
  }
}

/// Copies a text that C has allocated, and frees it.
func taking(_ text: UnsafeMutablePointer<CChar>?) -> String {
  guard let text else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}
