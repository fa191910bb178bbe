public import Foundation

/// <https://developer.apple.com/documentation/uikit/uiaccessibility> iOS 3.0
public enum UIAccessibility {
  /// <https://developer.apple.com/documentation/uikit/uiaccessibility/notification> iOS 3.0
  public struct Notification: Hashable, Sendable {
    /// <https://developer.apple.com/documentation/uikit/uiaccessibility/notification/announcement> iOS 4.0
    public static var announcement: Notification { undeclared() }
  }
  /// <https://developer.apple.com/documentation/uikit/uiaccessibility/post(notification:argument:)> iOS 3.0
  public static func post(notification: Notification, argument: Any?) { undeclared() }
}

/// <https://developer.apple.com/documentation/uikit/uiaccessibilitypriority> iOS 17.0
public struct UIAccessibilityPriority: Hashable, Sendable {
  /// <https://developer.apple.com/documentation/uikit/uiaccessibilitypriority/high> iOS 17.0
  public static var high: UIAccessibilityPriority { undeclared() }
}

extension NSAttributedString.Key {
  /// <https://developer.apple.com/documentation/foundation/nsattributedstring/key/accessibilityspeechannouncementpriority> iOS 17.0
  public static var accessibilitySpeechAnnouncementPriority: NSAttributedString.Key { undeclared() }
}
