import FerryCheckout
import FerryCore
import FerryWeb

/// Keeps a page from offering a code that has expired: in time it loads again, and is given a fresh one. So it does when it
/// comes back out of the browser's memory, or to a device that has slept.
struct PageRenewal {
  /// Of the page itself.
  let address: Link
  let nonce: Nonce

  var policy: PagePolicy { PagePolicy(nonce: nonce) }

  /// For `<head>`. The first line works without scripts.
  var head: HTML {
    let seconds = "\(RoundTrips.codeShownFor.components.seconds)"
    return """
      <meta http-equiv="refresh" content="\(seconds); url=\(address.text)">
      <script nonce="\(nonce)" data-address="\(address.text)" data-seconds="\(seconds)">\(Self.script)</script>

      """
  }

  private static let script = HTML(
    trusted: """
      (() => {
        "use strict";
        const { address, seconds } = document.currentScript.dataset;
        const shown = Date.now();
        const renew = () => { document.body.hidden = true; location.replace(address); };
        addEventListener("pageshow", (event) => { if (event.persisted) renew(); });
        addEventListener("visibilitychange", () => {
          if (!document.hidden && Date.now() - shown >= seconds * 1000) renew();
        });
      })();
      """)
}
