#if canImport(AuthenticationServices) && canImport(UIKit)
  import AuthenticationServices
  public import Foundation
  public import UIKit

  /// `ASWebAuthenticationSession` as the secure browser. It shares Safari's cookies, so a buyer who is signed in there does
  /// not sign in again. The system first asks the buyer if the app may use the host "to sign in", which confuses some
  /// buyers. The session catches the return link itself, so no link is routed.
  ///
  /// The session is never ephemeral: the payment page after the selection needs the same session of the provider.
  @MainActor
  public final class AuthenticationBrowser: SecureBrowser {
    private let callback: AuthenticationCallback
    private weak var window: UIWindow?
    private var showing: Session?

    /// One session, from its start until it has left the screen.
    @MainActor
    private struct Session {
      let ended: AsyncStream<AuthenticationEnding>.Continuation
      /// The session does not retain it.
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
    ///   - scheme: The app's custom scheme. It ends the session before iOS 17.4, and if there is no link host.
    ///   - window: The window for the session. Nil for the window in the foreground.
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

      // The system may call back on any thread, so the callback uses the stream only.
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
        // No effect if the session has ended by itself.
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
    init(_ link: URL?, _ error: (any Error)?) {
      let error = error as? ASWebAuthenticationSessionError
      self = .read(
        link: link, isCancelled: error?.code == .canceledLogin,
        reason: error?.errorUserInfo[NSLocalizedFailureReasonErrorKey] as? String)
    }
  }
#endif
