import FerryWeb
import Testing

@Suite("User-Agent")
struct BrowserAgentTests {
  private static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
  private static let android =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) "

  /// User-Agent values of browsers.
  static let browsers: [String] = [
    // Safari, and SFSafariViewController.
    iPhone + "Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.3.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
    // Chrome, Firefox, Edge, Opera and DuckDuckGo on iOS.
    iPhone + "CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1",
    iPhone + "FxiOS/127.0 Mobile/15E148 Safari/605.1.15",
    iPhone + "Version/17.0 EdgiOS/126.0.2592.56 Mobile/15E148 Safari/605.1.15",
    iPhone + "Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.6.0",
    iPhone + "Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15",
    // Chrome, also as a Custom Tab, and others on Android.
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.0.0",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0",
    // Desktop browsers, and the browsers of tests.
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
    "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15",
  ]

  /// Views inside apps.
  static let views: [String] = [
    // WKWebView as it comes, on iPhone, iPad and Mac.
    iPhone + "Mobile/15E148",
    "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    // Android's WebView, of 5.0 and later, and of 4.4.
    android + "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 4.4; Nexus 5 Build/_BuildID_) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36",
    // Facebook and Messenger.
    iPhone
      + "Mobile/15E148 [FBAN/FBIOS;FBAV/455.0.0.39.106;FBBV/582381217;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBID/phone;FBLC/ja_JP;FBOP/5]",
    android + "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.0.0.55.54;]",
    iPhone + "Mobile/15E148 [FBAN/MessengerForiOS;FBAV/450.0.0.36.110;FBBV/582381217]",
    // Instagram.
    iPhone
      + "Mobile/15E148 Instagram 339.0.3.12.91 (iPhone15,2; iOS 17_5; ja_JP; ja; scale=3.00; 1179x2556; 615004523)",
    "Mozilla/5.0 (Linux; Android 12; Pixel 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 Instagram 312.0.0.37.109 Android",
    // LINE.
    iPhone + "Mobile/15E148 Safari Line/14.9.0",
    android + "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Line/14.9.0/IAB",
    iPhone + "Mobile/15E148 Safari Line/13.11.0 LIFF",
    // X.
    iPhone + "Mobile/15E148 Twitter for iPhone/10.47",
    android + "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 TwitterAndroid",
    // TikTok.
    iPhone
      + "Mobile/15E148 musical_ly_25.1.1 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/ja Region/JP isDarkMode/0 WKWebView/1 BytedanceWebview/d8a21c6",
    android
      + "Version/4.0 Chrome/124.0 Mobile Safari/537.36 trill_2023405030 JsSdk/1.0 NetType/WIFI AppName/musical_ly ByteLocale/ja BytedanceWebview/d8a21c6",
    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1 musical_ly_34.0.0 JsSdk/2.0",
    // Google's app.
    "Mozilla/5.0 (iPhone; CPU iPhone OS 15_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/209.0.442442103 Mobile/19E258 Safari/604.1",
    // KakaoTalk, NAVER, Daum.
    iPhone + "Mobile/15E148 KAKAOTALK 10.3.1",
    "Mozilla/5.0 (Linux; Android 13; SM-X706N Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.138 Safari/537.36;KAKAOTALK 2410310",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 1010; 11.24.5; 12PRO)",
    iPhone + "Version/17.0 Mobile/15E148 Safari/604.1 DaumApps/7.25.0 DaumDevice/mobile",
    // Snapchat, WeChat, Weibo, LinkedIn, Pinterest.
    iPhone + "Mobile/15E148 Snapchat/12.80.0.40 (like Safari/8617.2.4.10.8)",
    iPhone + "Mobile/15E148 MicroMessenger/8.0.50(0x18003231) NetType/WIFI Language/ja",
    iPhone + "Mobile/15E148 Weibo (iPhone14,5__weibo__14.6.1__iphone__os17.5)",
    iPhone + "Mobile/15E148 [LinkedInApp]/9.30",
    iPhone + "Mobile/15E148 [Pinterest/iOS]",
    // Yahoo! JAPAN.
    "Mozilla/5.0 (iPhone; CPU iPhone OS 14_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 YJApp-IOS jp.co.yahoo.ipn.appli/4.49.0",
    android + "Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 YJApp-ANDROID jp.co.yahoo.android.yjtop/3.160.0",
  ]

  @Test("Browsers of every vendor are recognised", arguments: browsers)
  func browser(text: String) {
    #expect(BrowserAgent(text).place == .browser)
  }

  @Test("A view inside an app is recognised", arguments: views)
  func view(text: String) {
    let agent = BrowserAgent(text)
    #expect(agent.place == .embedded)
    #expect(agent.isLine == text.contains("Line/1"))
  }

  @Test(
    "An unknown program does not count as a view inside an app",
    arguments: [
      nil, "", "curl/8.5.0", "Mozilla/5.0", "Line", "Online/2", "Mozilla/5.0 (PlayStation 5)", "NintendoBrowser/5.1",
      "Mozilla/5.0 (Linux; Tizen 2.3) wv", "\u{1F4F1}", "Instagram", "Mozilla/5.0 (compatible; Googlebot/2.1)",
    ] as [String?])
  func unknown(text: String?) {
    #expect(BrowserAgent(text).place == .unknown)
  }

  @Test("The system is recognised, for the advice on leaving the view")
  func system() {
    #expect(BrowserAgent(Self.iPhone).system == .ios)
    #expect(BrowserAgent(Self.android).system == .android)
    #expect(BrowserAgent("Mozilla/5.0 (Windows NT 10.0; Win64; x64)").system == .other)
    #expect(BrowserAgent(nil).system == .other)
  }

  @Test("Only the beginning of a long header is read")
  func long() {
    #expect(BrowserAgent(String(repeating: "x", count: 2_000) + "FBAN/").place == .unknown)
  }
}
