import Crypto
import FerryCore
public import FerryWeb
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The page of a link host, below `AppReturnLink.path`. It is seen by those whose system did not give the link to the app: its
/// script takes the browser to the server's return page, which has the further ways. It is the same for every checkout and
/// every app, so that a link host can be a folder of files.
public struct LinkPage: Sendable, Hashable {
  /// The server's public address: the only place that the page leads to.
  public let base: Origin

  public init(base: Origin) { self.base = base }

  /// The document, in UTF-8.
  public var bytes: [UInt8] { html.bytes }

  /// What a link host sends with it. The page says most of it itself, for hosts that send no fields of their own.
  public var headers: HTTPFields {
    [
      .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
      .contentSecurityPolicy: Self.policy + "; frame-ancestors 'none'",
    ]
  }

  private var html: HTML {
    """
    <!doctype html>
    <html lang="ja" data-base="\(base.text)">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta name="robots" content="noindex">
    <title>アプリに戻ります</title>
    <link rel="icon" href="data:,">
    <script>\(HTML(trusted: Self.script))</script>
    </head>
    <body>
    <main>
    <h1>アプリに戻ります</h1>
    <p>戻らないときは、このページを閉じてください。</p>
    <p lang="en">Going back to the app. If nothing happens, close this page.</p>
    </main>
    </body>
    </html>

    """
  }

  private static let policy =
    "default-src 'none'; script-src 'sha256-\(scriptHash)'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  private static let scriptHash: String = {
    let bytes = script.withUTF8Buffer { Data($0) }
    return Data(SHA256.hash(data: bytes)).base64EncodedString()
  }()

  /// A link that was tapped and loads all the same has been given to no app: the return page is told so.
  private static let script: StaticString = """
    (() => {
      "use strict";
      const query = new URLSearchParams(location.search);
      if (query.get("tap") === "1") query.set("tried", "1");
      location.replace(document.documentElement.dataset.base + "/ferry/back?" + query);
    })();
    """
}
