public import Foundation

// Apple's Foundation has it; UIKit exports that.

/// <https://developer.apple.com/documentation/foundation/nsuseractivity> iOS 8.0
open class NSUserActivity: NSObject {
  /// <https://developer.apple.com/documentation/foundation/nsuseractivity/activitytype> iOS 8.0
  open var activityType: String { undeclared() }
  /// <https://developer.apple.com/documentation/foundation/nsuseractivity/webpageurl> iOS 8.0
  open var webpageURL: URL? { undeclared() }
}

/// <https://developer.apple.com/documentation/foundation/nsuseractivitytypebrowsingweb> iOS 8.0
public var NSUserActivityTypeBrowsingWeb: String { undeclared() }
