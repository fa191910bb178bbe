#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The browser beside the app that shows the provider's pages: `SFSafariViewController`, `ASWebAuthenticationSession`, or a
/// stand-in in tests. It shows one page at a time. The flow owns it from `open` until `open` returns.
///
/// Whether the buyer pressed Done, swiped it down, went on in Safari, or the system took it away: all of it is *closed*,
/// and closed means nothing more than that. The flow asks the server what has happened.
@MainActor
public protocol SecureBrowser: AnyObject, Sendable {
  /// Shows a page, and returns when the browser is gone: closed by the buyer, by the system or by `close`. A browser that is
  /// still open is closed first. When the task is cancelled, it closes itself and returns.
  ///
  /// - Returns: The link that ended it, if the browser catches links itself and hands them to nobody else, as
  ///   `ASWebAuthenticationSession` does; nil otherwise.
  /// - Throws: When the page could not be shown at all.
  func open(_ url: URL) async throws -> URL?

  /// Closes the browser, and returns when it has gone from the screen, so that something else can be shown. Does nothing
  /// when none is open.
  func close() async
}
