public import Foundation

/// <https://developer.apple.com/documentation/uikit/uinavigationcontroller> iOS 2.0
@MainActor open class UINavigationController: UIViewController {
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(rootviewcontroller:)> iOS 2.0
  public init(rootViewController: UIViewController) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(coder:)> iOS 2.0
  public required init?(coder: NSCoder) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/pushviewcontroller(_:animated:)> iOS 2.0
  open func pushViewController(_ viewController: UIViewController, animated: Bool) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/popviewcontroller(animated:)> iOS 2.0
  @discardableResult open func popViewController(animated: Bool) -> UIViewController? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/topviewcontroller> iOS 2.0
  open var topViewController: UIViewController? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/poptorootviewcontroller(animated:)> iOS 2.0
  @discardableResult open func popToRootViewController(animated: Bool) -> [UIViewController]? { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/viewcontrollers> iOS 2.0
  open var viewControllers: [UIViewController] { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uinavigationitem> iOS 2.0
@MainActor open class UINavigationItem: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uinavigationitem/title> iOS 2.0
  open var title: String?
  /// <https://developer.apple.com/documentation/uikit/uinavigationitem/leftbarbuttonitem> iOS 2.0
  open var leftBarButtonItem: UIBarButtonItem?
  /// <https://developer.apple.com/documentation/uikit/uinavigationitem/rightbarbuttonitem> iOS 2.0
  open var rightBarButtonItem: UIBarButtonItem?
}

/// <https://developer.apple.com/documentation/uikit/uibarbuttonitem> iOS 2.0
@MainActor open class UIBarButtonItem: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/systemitem> iOS 2.0
  public enum SystemItem: Int, Sendable {
    /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/systemitem/close> iOS 13.0
    case close = 24
  }
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/init(systemitem:primaryaction:menu:)> iOS 14.0
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/init(title:image:primaryaction:menu:)> iOS 14.0
  public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/isenabled> iOS 2.0
  open var isEnabled: Bool {
    get { undeclared() }
    set { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/uikit/uiaction> iOS 13.0
@MainActor open class UIAction: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiaction/init(title:subtitle:image:selectedimage:identifier:discoverabilitytitle:attributes:state:handler:)> iOS 13.0
  public convenience init(title: String = "", image: UIImage? = nil, handler: @escaping @MainActor (UIAction) -> Void) {
    undeclared()
  }
}

/// <https://developer.apple.com/documentation/uikit/uiimage> iOS 2.0
open class UIImage: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiimage/init(systemname:)> iOS 13.0
  public convenience init?(systemName name: String) { undeclared() }
}
