public import Foundation

/// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager> iOS 14.0
open class ATTrackingManager: NSObject {
  /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/authorizationstatus> iOS 14.0
  public enum AuthorizationStatus: UInt, Sendable {
    /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/authorizationstatus/notdetermined> iOS 14.0
    case notDetermined
    /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/authorizationstatus/restricted> iOS 14.0
    case restricted
    /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/authorizationstatus/denied> iOS 14.0
    case denied
    /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/authorizationstatus/authorized> iOS 14.0
    case authorized
  }
  /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/trackingauthorizationstatus> iOS 14.0
  open class var trackingAuthorizationStatus: AuthorizationStatus { undeclared() }
  /// <https://developer.apple.com/documentation/apptrackingtransparency/attrackingmanager/requesttrackingauthorization()> iOS 14.0
  open class func requestTrackingAuthorization() async -> AuthorizationStatus { undeclared() }
}
