/// A browser as its `User-Agent` describes it: a browser of its own, or a view inside another app. Providers' pages do
/// not work in such a view. The description is a hint for the words of a page and decides nothing else.
public struct BrowserAgent: Hashable, Sendable {
  public let place: Place
  public let system: System
  /// Inside LINE, which opens an address with `openExternalBrowser=1` in the browser of the system (LINE Developers,
  /// "LINE URL scheme").
  public let isLine: Bool

  public enum Place: Hashable, Sendable, CaseIterable {
    /// A browser of its own, or the system's own browser beside an app: `SFSafariViewController` and Custom Tabs say the
    /// same as Safari and Chrome.
    case browser
    /// A web view inside an app.
    case embedded
    /// An unknown program. It counts as a browser, so that no sale is lost to a guess.
    case unknown
  }

  public enum System: Hashable, Sendable, CaseIterable {
    case ios
    case android
    case other
  }

  /// - Parameter text: The header field's value; nil when there is none.
  public init(_ text: String?) {
    let text = text ?? ""
    func names(_ part: String) -> Bool { text.hasBytes(of: part, within: 1024) }
    let isMac = names("(Macintosh;")
    system = names("Android") ? .android : ["(iPhone;", "(iPad;", "(iPod"].contains(where: names) ? .ios : .other
    isLine = names(" Line/")
    if Self.apps.contains(where: names) {
      place = .embedded
    } else if names("; wv)") || (system == .android && names("Version/4.0 Chrome/")) {
      // Android's web view since 5.0, and that of 4.4 (Chrome for Developers, "WebView for Android", "User-agent").
      place = .embedded
    } else if system == .ios || isMac, names("AppleWebKit/"), !Self.browsers.contains(where: names) {
      // Apple's web view says nothing after its engine unless an app adds something; every browser names Safari.
      place = .embedded
    } else {
      place = Self.browsers.contains(where: names) ? .browser : .unknown
    }
  }

  public var isEmbedded: Bool { place == .embedded }

  /// Each as the app itself spells it.
  private static let apps = [
    "FBAN/", "FBAV/", "FB_IAB/", "FBIOS", "Instagram ", " Line/", "Twitter for iPhone", "TwitterAndroid", "musical_ly_",
    "BytedanceWebview/", "trill_", "GSA/", "KAKAOTALK", "Snapchat/", "MicroMessenger/", "Weibo (", "[LinkedInApp]",
    "[Pinterest/", "NAVER(inapp", "DaumApps/", "YJApp-IOS", "YJApp-ANDROID",
  ]

  private static let browsers = ["Safari/", "Chrome/", "Firefox/", "Gecko/", "Trident/", "Opera/"]
}

extension String {
  /// True if the bytes of another text occur among the first of this one's. `contains` compares characters, which takes a third of a
  /// page's time here.
  fileprivate func hasBytes(of part: String, within most: Int) -> Bool {
    var (text, part) = (self, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        let last = min(text.count, most) - part.count
        guard let first = part.first, last >= 0 else { return part.isEmpty }
        return (0...last).contains { start in
          text[start] == first && part.indices.allSatisfy { text[start + $0] == part[$0] }
        }
      }
    }
  }
}
