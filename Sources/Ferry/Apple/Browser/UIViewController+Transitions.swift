#if canImport(UIKit)
  import UIKit

  extension UIViewController {
    /// The topmost presented controller that is not being dismissed.
    var topmost: UIViewController {
      var top = self
      while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
      return top
    }

    /// True if the controller is on the screen.
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
