public import Foundation
public import UIKit

/// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontroller> iOS 9.0
@MainActor open class SFSafariViewController: UIViewController {
  /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontroller/init(url:)> iOS 9.0
  public init(url URL: URL) { undeclared() }
  /// Not Apple's: unavailable there, required of a subclass here.
  public required init?(coder: NSCoder) { undeclared() }
  /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontroller/delegate> iOS 9.0
  weak open var delegate: (any SFSafariViewControllerDelegate)?
  /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontroller/prewarmconnections(to:)> iOS 15.0
  open class func prewarmConnections(to URLs: [URL]) -> PrewarmingToken { undeclared() }

  /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontroller/prewarmingtoken> iOS 15.0
  open class PrewarmingToken: NSObject {
    /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontroller/prewarmingtoken/invalidate()> iOS 15.0
    open func invalidate() { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontrollerdelegate> iOS 9.0
public protocol SFSafariViewControllerDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontrollerdelegate/safariviewcontrollerdidfinish(_:)> iOS 9.0
  func safariViewControllerDidFinish(_ controller: SFSafariViewController)
  /// <https://developer.apple.com/documentation/safariservices/sfsafariviewcontrollerdelegate/safariviewcontrollerwillopeninbrowser(_:)> iOS 14.0
  func safariViewControllerWillOpenInBrowser(_ controller: SFSafariViewController)
}
