#if canImport(UIKit)
  import Foundation
  import UIKit

  /// The place of a browser's sheet. It shows one at a time.
  @MainActor
  final class Stage {
    private weak var presenter: UIViewController?
    private(set) var showing: Showing?

    /// - Parameter presenter: Presents the sheet, or its presented controller does. Nil for the controller that the window in
    ///   the foreground shows.
    init(_ presenter: UIViewController?) { self.presenter = presenter }

    /// Shows a sheet until its end is requested, and returns when it has left the screen. Closes an open one first.
    ///
    /// - Parameters:
    ///   - make: Makes the sheet.
    ///   - follow: Runs while the sheet is shown, and returns when its end is requested.
    /// - Returns: The link into the app that has ended it, if any.
    /// - Throws: `SecureBrowserFailure.noWindow`.
    func show<Sheet: UIViewController>(
      _ make: @MainActor (Showing) -> Sheet,
      follow: @MainActor (Showing, Sheet) async -> Void = { showing, _ in await showing.waitForEnd() }
    ) async throws -> URL? {
      await close()
      let showing = Showing()
      self.showing = showing
      defer {
        showing.leave()
        if self.showing === showing { self.showing = nil }
      }
      let root = presenter ?? UIApplication.shared.frontmost
      await root?.topmost.waitForTransition()
      if showing.isEnded || Task.isCancelled { return nil }
      guard let top = root?.topmost, top.isShown else { throw SecureBrowserFailure.noWindow }

      let sheet = make(showing)
      // Do not await it: UIKit does not call the completion if it does not present.
      top.present(sheet, animated: true, completion: nil)
      guard sheet.presentingViewController != nil else { throw SecureBrowserFailure.noWindow }
      await follow(showing, sheet)
      await sheet.withdraw()
      return showing.link
    }

    func close() async {
      guard let showing else { return }
      showing.end()
      await showing.waitUntilGone()
    }
  }

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

  extension UIViewController {
    /// The topmost presented controller that is not being dismissed.
    var topmost: UIViewController {
      var top = self
      while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
      return top
    }

    var isShown: Bool { viewIfLoaded?.window != nil }

    /// Waits for a running transition. UIKit ignores a presentation or dismissal during one.
    func waitForTransition() async {
      guard let transitionCoordinator else { return }
      let gate = Gate()
      let isHeard = transitionCoordinator.animate(alongsideTransition: nil) { _ in gate.open() }
      if !isHeard { gate.open() }
      await gate.wait()
    }

    /// Dismisses the controller and those that it presents, and returns when they have left the screen.
    func withdraw() async {
      await waitForTransition()
      guard let presentingViewController, !isBeingDismissed else { return }
      let gate = Gate()
      presentingViewController.dismiss(animated: true) { gate.open() }
      await gate.wait()
    }
  }

  extension UIApplication {
    /// The controller at the root of the window that the buyer is using.
    var frontmost: UIViewController? {
      let scenes = connectedScenes.compactMap { $0 as? UIWindowScene }
      let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
      return scene?.keyWindow?.rootViewController
    }
  }
#endif
