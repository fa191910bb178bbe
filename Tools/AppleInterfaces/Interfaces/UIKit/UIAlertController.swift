public import Foundation

/// <https://developer.apple.com/documentation/uikit/uialertcontroller> iOS 8.0
@MainActor open class UIAlertController: UIViewController {
  /// <https://developer.apple.com/documentation/uikit/uialertcontroller/style> iOS 8.0
  public enum Style: Int, Sendable {
    /// <https://developer.apple.com/documentation/uikit/uialertcontroller/style/alert> iOS 8.0
    case alert = 1
  }
  /// <https://developer.apple.com/documentation/uikit/uialertcontroller/init(title:message:preferredstyle:)> iOS 8.0
  public convenience init(title: String?, message: String?, preferredStyle: Style) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uialertcontroller/addaction(_:)> iOS 8.0
  open func addAction(_ action: UIAlertAction) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uialertcontroller/addtextfield(configurationhandler:)> iOS 8.0
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) { undeclared() }
  /// <https://developer.apple.com/documentation/uikit/uialertcontroller/textfields> iOS 8.0
  open var textFields: [UITextField]? { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uialertaction> iOS 8.0
@MainActor open class UIAlertAction: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum> iOS 8.0
  public enum Style: Int, Sendable {
    /// <https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/default> iOS 8.0
    case `default`
    /// <https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/cancel> iOS 8.0
    case cancel
  }
  /// <https://developer.apple.com/documentation/uikit/uialertaction/init(title:style:handler:)> iOS 8.0
  public convenience init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
    undeclared()
  }
}

/// <https://developer.apple.com/documentation/uikit/uitextfield> iOS 2.0
@MainActor open class UITextField: UIView {
  /// <https://developer.apple.com/documentation/uikit/uitextfield/text> iOS 2.0
  open var text: String? {
    get { undeclared() }
    set { undeclared() }
  }
}
