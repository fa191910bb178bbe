#if canImport(UIKit)
  import Foundation

  /// One showing of a browser, from the wish to show it until it has gone from the screen.
  @MainActor
  final class Showing: NSObject {
    private let ends: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let gone = Gate()
    /// Whether it is to go, or has gone.
    private(set) var isEnded = false

    override init() {
      (ends, ending) = AsyncStream.makeStream(of: Void.self)
      super.init()
    }

    /// It is to go. May be said more than once.
    func end() {
      isEnded = true
      ending.finish()
    }

    /// Returns when it is to go, or when the task is cancelled.
    func waitForEnd() async {
      for await _ in ends {}
      isEnded = true
    }

    /// It has gone from the screen.
    func leave() {
      end()
      gone.open()
    }

    /// Returns when it has gone from the screen, also in a task that is cancelled.
    func waitUntilGone() async { await gone.wait() }
  }

  /// Lets everybody through once it has been opened.
  @MainActor
  final class Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }

    func wait() async {
      if isOpen { return }
      await withCheckedContinuation { waiting.append($0) }
    }
  }
#endif
