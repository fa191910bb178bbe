#if canImport(UIKit)
  import UIKit

  extension UIViewController {
    /// What is shown on top of this one and stays.
    var topmost: UIViewController {
      var top = self
      while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
      return top
    }

    /// Whether it is on the screen.
    var isShown: Bool { viewIfLoaded?.window != nil }

    /// Waits for a transition that is under way. What is presented or dismissed in the middle of one, UIKit ignores.
    func waitForTransition() async {
      guard let transitionCoordinator else { return }
      let gate = Gate()
      let isHeard = transitionCoordinator.animate(alongsideTransition: nil) { _ in gate.open() }
      if !isHeard { gate.open() }
      await gate.wait()
    }

    /// Takes it from the screen, with whatever it presents itself, and returns when it has gone.
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
