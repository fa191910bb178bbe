public import Foundation
public import FoundationNetworking
public import UIKit

/// <https://developer.apple.com/documentation/webkit/wkwebview> iOS 8.0
@MainActor open class WKWebView: UIView {
  /// <https://developer.apple.com/documentation/webkit/wkwebview/init(frame:configuration:)> iOS 8.0
  public init(frame: CGRect, configuration: WKWebViewConfiguration) { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkwebview/init(coder:)> iOS 8.0
  public required init?(coder: NSCoder) { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkwebview/url> iOS 8.0
  open var url: URL? { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkwebview/configuration> iOS 8.0
  open var configuration: WKWebViewConfiguration { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkwebview/navigationdelegate> iOS 8.0
  weak open var navigationDelegate: (any WKNavigationDelegate)?
  /// <https://developer.apple.com/documentation/webkit/wkwebview/uidelegate> iOS 8.0
  weak open var uiDelegate: (any WKUIDelegate)?
  /// <https://developer.apple.com/documentation/webkit/wkwebview/allowsbackforwardnavigationgestures> iOS 8.0
  open var allowsBackForwardNavigationGestures: Bool {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/webkit/wkwebview/load(_:)> iOS 8.0
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkwebview/callasyncjavascript(_:arguments:in:in:completionhandler:)> iOS 14.0
  public func callAsyncJavaScript(
    _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil, in contentWorld: WKContentWorld,
    completionHandler: (@MainActor (Result<Any, any Error>) -> Void)? = nil
  ) { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wknavigation> iOS 8.0
@MainActor open class WKNavigation: NSObject {}

/// <https://developer.apple.com/documentation/webkit/wkwebviewconfiguration> iOS 8.0
@MainActor open class WKWebViewConfiguration: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/init()> iOS 8.0
  public override init() { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/usercontentcontroller> iOS 8.0
  open var userContentController: WKUserContentController {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/preferences> iOS 8.0
  open var preferences: WKPreferences {
    get { undeclared() }
    set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/webkit/wkwebviewconfiguration/websitedatastore> iOS 9.0
  open var websiteDataStore: WKWebsiteDataStore {
    get { undeclared() }
    set { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/webkit/wkpreferences> iOS 8.0
@MainActor open class WKPreferences: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkpreferences/javascriptcanopenwindowsautomatically> iOS 8.0
  open var javaScriptCanOpenWindowsAutomatically: Bool {
    get { undeclared() }
    set { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/webkit/wkwebsitedatastore> iOS 9.0
@MainActor open class WKWebsiteDataStore: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkwebsitedatastore/nonpersistent()> iOS 9.0
  open class func nonPersistent() -> WKWebsiteDataStore { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wkusercontentcontroller> iOS 8.0
@MainActor open class WKUserContentController: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkusercontentcontroller/addscriptmessagehandler(_:contentworld:name:)> iOS 14.0
  open func addScriptMessageHandler(
    _ scriptMessageHandlerWithReply: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld, name: String
  ) { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wkcontentworld> iOS 14.0
@MainActor open class WKContentWorld: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkcontentworld/page> iOS 14.0
  open class var page: WKContentWorld { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wkscriptmessagehandlerwithreply> iOS 14.0
@MainActor public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/webkit/wkscriptmessagehandlerwithreply/usercontentcontroller(_:didreceive:replyhandler:)> iOS 14.0
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) async -> (Any?, String?)
}

/// <https://developer.apple.com/documentation/webkit/wkscriptmessage> iOS 8.0
@MainActor open class WKScriptMessage: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkscriptmessage/body> iOS 8.0
  open var body: Any { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkscriptmessage/frameinfo> iOS 8.0
  open var frameInfo: WKFrameInfo { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wkframeinfo> iOS 8.0
@MainActor open class WKFrameInfo: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wkframeinfo/ismainframe> iOS 8.0
  open var isMainFrame: Bool { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wkframeinfo/securityorigin> iOS 9.0
  open var securityOrigin: WKSecurityOrigin { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wksecurityorigin> iOS 9.0
@MainActor open class WKSecurityOrigin: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wksecurityorigin/protocol> iOS 9.0
  open var `protocol`: String { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wksecurityorigin/host> iOS 9.0
  open var host: String { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wksecurityorigin/port> iOS 9.0
  open var port: Int { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wknavigationaction> iOS 8.0
@MainActor open class WKNavigationAction: NSObject {
  /// <https://developer.apple.com/documentation/webkit/wknavigationaction/request> iOS 8.0
  open var request: URLRequest { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wknavigationaction/targetframe> iOS 8.0
  open var targetFrame: WKFrameInfo? { undeclared() }
  /// <https://developer.apple.com/documentation/webkit/wknavigationaction/navigationtype> iOS 8.0
  open var navigationType: WKNavigationType { undeclared() }
}

/// <https://developer.apple.com/documentation/webkit/wknavigationtype> iOS 8.0
public enum WKNavigationType: Int, Sendable {
  /// <https://developer.apple.com/documentation/webkit/wknavigationtype/linkactivated> iOS 8.0
  case linkActivated
  /// <https://developer.apple.com/documentation/webkit/wknavigationtype/backforward> iOS 8.0
  case backForward = 2
  /// <https://developer.apple.com/documentation/webkit/wknavigationtype/reload> iOS 8.0
  case reload
}

/// <https://developer.apple.com/documentation/webkit/wkwindowfeatures> iOS 8.0
@MainActor open class WKWindowFeatures: NSObject {}

/// <https://developer.apple.com/documentation/webkit/wkuidelegate> iOS 8.0
@MainActor public protocol WKUIDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:createwebviewwith:for:windowfeatures:)> iOS 8.0
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  /// <https://developer.apple.com/documentation/webkit/wkuidelegate/webviewdidclose(_:)> iOS 9.0
  func webViewDidClose(_ webView: WKWebView)
  /// <https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runjavascriptalertpanelwithmessage:initiatedbyframe:completionhandler:)> iOS 8.0
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo) async
  /// <https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runjavascriptconfirmpanelwithmessage:initiatedbyframe:completionhandler:)> iOS 8.0
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
  /// <https://developer.apple.com/documentation/webkit/wkuidelegate/webview(_:runjavascripttextinputpanelwithprompt:defaulttext:initiatedbyframe:completionhandler:)> iOS 8.0
  func webView(
    _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
    initiatedByFrame frame: WKFrameInfo
  ) async -> String?
}

/// <https://developer.apple.com/documentation/webkit/wknavigationactionpolicy> iOS 8.0
public enum WKNavigationActionPolicy: Int, Sendable {
  /// <https://developer.apple.com/documentation/webkit/wknavigationactionpolicy/cancel> iOS 8.0
  case cancel
  /// <https://developer.apple.com/documentation/webkit/wknavigationactionpolicy/allow> iOS 8.0
  case allow
}

/// <https://developer.apple.com/documentation/webkit/wknavigationdelegate> iOS 8.0
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:decidepolicyfor:decisionhandler:)-2ni62> iOS 8.0
  func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async -> WKNavigationActionPolicy
  /// <https://developer.apple.com/documentation/webkit/wknavigationdelegate/webviewwebcontentprocessdidterminate(_:)> iOS 9.0
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
  /// <https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didcommit:)> iOS 8.0
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  /// <https://developer.apple.com/documentation/webkit/wknavigationdelegate/webview(_:didfailprovisionalnavigation:witherror:)> iOS 8.0
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
}

extension WKNavigationDelegate {
  /// Not Apple's: the method is optional there.
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
  /// Not Apple's: the method is optional there.
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {}
}
