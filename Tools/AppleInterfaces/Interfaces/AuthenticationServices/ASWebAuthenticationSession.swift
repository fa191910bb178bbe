public import Foundation
public import UIKit

/// <https://developer.apple.com/documentation/authenticationservices/aspresentationanchor> iOS 12.0
public typealias ASPresentationAnchor = UIWindow

/// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding> iOS 13.0
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)> iOS 13.0
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession> iOS 12.0
open class ASWebAuthenticationSession: NSObject {
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler> iOS 12.0
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)> iOS 12.0
  public init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) { undeclared() }
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)> iOS 17.4
  public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) { undeclared() }
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider> iOS 13.0
  weak open var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession> iOS 13.0
  open var prefersEphemeralWebBrowserSession: Bool {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/start()> iOS 12.0
  @discardableResult open func start() -> Bool { undeclared() }
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/cancel()> iOS 12.0
  open func cancel() { undeclared() }

  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback> iOS 17.4
  open class Callback: NSObject, @unchecked Sendable {
    /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)> iOS 17.4
    open class func https(host: String, path: String) -> Self { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct> iOS 12.0
public struct ASWebAuthenticationSessionError: CustomNSError {
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct/erroruserinfo> iOS 12.0
  public var errorUserInfo: [String: Any] { undeclared() }
  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct/code-swift.property> iOS 12.0
  public var code: Code { undeclared() }

  /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct/code-swift.enum> iOS 12.0
  public enum Code: Int, Sendable {
    /// <https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror-swift.struct/code-swift.enum/canceledlogin> iOS 12.0
    case canceledLogin = 1
  }
}
