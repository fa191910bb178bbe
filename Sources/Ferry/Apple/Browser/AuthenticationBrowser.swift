#if canImport(AuthenticationServices) && canImport(UIKit)
  import AuthenticationServices
  public import Foundation
  public import UIKit

  /// `ASWebAuthenticationSession` as the secure browser. It shares Safari's cookies, so that a buyer who is signed in there
  /// need not sign in again; it asks first whether the app may use the host "to sign in", which some buyers take amiss; and
  /// it catches the way back itself, so that no link is routed.
  ///
  /// Never ephemeral: the provider's session has to outlive the selection, for the payment page comes after it.
  @MainActor
  public final class AuthenticationBrowser: SecureBrowser {
    private let callback: AuthenticationCallback
    private weak var window: UIWindow?
    private var showing: Session?

    /// One session, from its start until it has gone.
    @MainActor
    private struct Session {
      let ended: AsyncStream<AuthenticationEnding>.Continuation
      /// The session itself does not keep it.
      let anchor: PresentationAnchor
      let gone = Gate()

      func end() {
        ended.yield(.closed)
        ended.finish()
      }
    }

    /// - Parameters:
    ///   - linkHost: The link host's origin, "https://link.shop.example": from iOS 17.4 on its return link ends the session.
    ///     The app must be associated with it for `webcredentials`, beside `applinks`.
    ///   - scheme: The app's custom scheme, which ends the session before iOS 17.4, and where there is no link host.
    ///   - window: Where it is shown; nil: the window in the foreground.
    public init(linkHost: String?, scheme: String, window: UIWindow? = nil) {
      callback = AuthenticationCallback(linkHost: linkHost, scheme: scheme)
      self.window = window
    }

    public func open(_ url: URL) async throws -> URL? {
      guard url.isPage else { throw SecureBrowserFailure.notAPage }
      await close()
      guard let window = window ?? UIApplication.shared.frontmost?.viewIfLoaded?.window else {
        throw SecureBrowserFailure.noWindow
      }

      // The system may call back on any thread, so nothing but the stream is touched there.
      let (endings, ended) = AsyncStream.makeStream(of: AuthenticationEnding.self, bufferingPolicy: .bufferingOldest(1))
      let session = callback.session(url) { link, error in
        ended.yield(AuthenticationEnding(link, error))
        ended.finish()
      }
      let anchor = PresentationAnchor(window)
      session.presentationContextProvider = anchor
      session.prefersEphemeralWebBrowserSession = false
      guard session.start() else { throw SecureBrowserFailure.refused }

      let showing = Session(ended: ended, anchor: anchor)
      self.showing = showing
      defer {
        // Of no effect when it has ended by itself.
        session.cancel()
        if self.showing?.gone === showing.gone { self.showing = nil }
        showing.gone.open()
      }
      for await ending in endings {
        switch ending {
        case .link(let link): return link
        case .closed: return nil
        case .notAssociated: throw SecureBrowserFailure.notAssociated(host: callback.host ?? callback.scheme)
        case .failed: throw SecureBrowserFailure.refused
        }
      }
      // The task was cancelled.
      return nil
    }

    public func close() async {
      guard let showing else { return }
      showing.end()
      await showing.gone.wait()
    }
  }

  /// The window that a session is shown in.
  @MainActor
  private final class PresentationAnchor: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let window: UIWindow

    init(_ window: UIWindow) {
      self.window = window
      super.init()
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
  }

  extension AuthenticationEnding {
    /// - Parameter error: Of the session's domain, or another.
    init(_ link: URL?, _ error: (any Error)?) {
      let error = error as? ASWebAuthenticationSessionError
      self = .read(
        link: link, isCancelled: error?.code == .canceledLogin,
        reason: error?.errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String)
    }
  }
#endif
