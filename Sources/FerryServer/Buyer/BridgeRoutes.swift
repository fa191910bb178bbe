import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// Serves the bridge's script at an address that does not change.
struct BridgeRoutes: Sendable {
  func add(to router: some RouterMethods<some RequestContext>) {
    let file = Response(
      "text/javascript; charset=utf-8", BridgeScript.bytes, headers: [.cacheControl: "public, max-age=300"])
    router.get("/ferry/bridge.js") { _, _ in file }
  }
}

/// A shop's page talks to the app around it with this script. Shops load it from `/ferry/bridge.js`.
///
/// The page asks for a challenge, hands over the answer of its backend, and asks for the state. Only the app has URLs and the
/// verifier. A page may replace `cover`, `uncover` and `onChange`.
private enum BridgeScript {
  static let bytes: [UInt8] = {
    let words = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, $0.buyerTexts.inProgress) })
    // The file is a function that takes the words of the cover, by language.
    let script: HTML = "(\(HTML(embeddedFile: PackageResources.bridge_js)))(\(json: words));\n"
    return script.bytes
  }()
}
