public import Foundation

/// <https://developer.apple.com/documentation/uikit/uiresponder> iOS 2.0
@MainActor open class UIResponder: NSObject {}

/// <https://developer.apple.com/documentation/uikit/uiview> iOS 2.0
@MainActor open class UIView: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiview/init(coder:)> iOS 2.0
  public required init?(coder: NSCoder) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiview/window> iOS 2.0
  open var window: UIWindow? { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uiwindow> iOS 2.0
@MainActor open class UIWindow: UIView {
  /// <https://developer.apple.com/documentation/uikit/uiwindow/init(windowscene:)> iOS 13.0
  public init(windowScene: UIWindowScene) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiwindow/windowscene> iOS 13.0
  weak open var windowScene: UIWindowScene? {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiwindow/init(coder:)> iOS 2.0
  public required init?(coder: NSCoder) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller> iOS 4.0
  open var rootViewController: UIViewController? {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiwindow/makekeyandvisible()> iOS 2.0
  open func makeKeyAndVisible() { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uimodalpresentationstyle> iOS 3.2
public enum UIModalPresentationStyle: Int, Sendable {
  /// <https://developer.apple.com/documentation/uikit/uimodalpresentationstyle/pagesheet> iOS 3.2
  case pageSheet = 1
}

/// <https://developer.apple.com/documentation/uikit/uiviewcontroller> iOS 2.0
@MainActor open class UIViewController: UIResponder {
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)> iOS 2.0
  public required init?(coder: NSCoder) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)> iOS 2.0
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/view> iOS 2.0
  open var view: UIView! {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadview()> iOS 2.0
  open func loadView() { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)> iOS 2.0
  open func viewDidAppear(_ animated: Bool) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)> iOS 2.0
  open func viewDidDisappear(_ animated: Bool) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewifloaded> iOS 9.0
  open var viewIfLoaded: UIView? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/modalpresentationstyle> iOS 3.2
  open var modalPresentationStyle: UIModalPresentationStyle {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/ismodalinpresentation> iOS 13.0
  open var isModalInPresentation: Bool {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationitem> iOS 2.0
  open var navigationItem: UINavigationItem { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationcontroller> iOS 2.0
  open var navigationController: UINavigationController? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/presentationcontroller> iOS 8.0
  open var presentationController: UIPresentationController? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller> iOS 5.0
  open var presentedViewController: UIViewController? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller> iOS 5.0
  open var presentingViewController: UIViewController? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/isbeingdismissed> iOS 5.0
  open var isBeingDismissed: Bool { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/transitioncoordinator> iOS 7.0
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)> iOS 5.0
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)> iOS 5.0
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uipresentationcontroller> iOS 8.0
@MainActor open class UIPresentationController: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uipresentationcontroller/delegate> iOS 8.0
  weak open var delegate: (any UIAdaptivePresentationControllerDelegate)?
}

/// <https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate> iOS 8.0
@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/uikit/uiadaptivepresentationcontrollerdelegate/presentationcontrollerdiddismiss(_:)> iOS 13.0
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

/// <https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinatorcontext> iOS 7.0
@MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {}

/// <https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator> iOS 7.0
@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  /// <https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioncoordinator/animate(alongsidetransition:completion:)> iOS 7.0
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}
