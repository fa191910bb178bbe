#if canImport(UIKit)
  import Foundation

  /// One presentation of a browser, from the request until the browser has left the screen.
  @MainActor
  final class Showing: NSObject {
    private let ends: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let gone = Gate()
    /// True if the browser should leave the screen, or has left it.
    private(set) var isEnded = false
    /// The link into the app that has ended it, if the browser catches links itself.
    private(set) var link: URL?

    override init() {
      (ends, ending) = AsyncStream.makeStream(of: Void.self)
      super.init()
    }

    /// Requests the end. More calls have no effect.
    func end() {
      isEnded = true
      ending.finish()
    }

    /// Requests the end because the page has followed a link into the app. No effect after another end.
    func end(with link: URL) {
      if !isEnded { self.link = link }
      end()
    }

    /// Returns when the end is requested, or when the task is cancelled.
    func waitForEnd() async {
      for await _ in ends {}
      isEnded = true
    }

    /// Call it when the browser has left the screen.
    func leave() {
      end()
      gone.open()
    }

    /// Returns when the browser has left the screen, also in a cancelled task.
    func waitUntilGone() async { await gone.wait() }
  }

  /// A one-time event: `wait` returns after `open`.
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
