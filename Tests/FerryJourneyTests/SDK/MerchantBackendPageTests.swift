import FerryCheckout
import FerryCore
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite("Browsers at addresses of apps with Swedbank Pay's SDKs")
struct MerchantBackendPageTests {
  private static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    + "Mobile/15E148 Safari/604.1"
  /// An iPad calls itself a Mac.
  private static let iPad =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15"
  private static let android =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
  private static let words = ["en": "Open the app", "ja": "アプリを開く", "es": "Abrir la aplicación", "sv": "Öppna appen"]

  private func open(_ served: ServedSDK, _ page: String, _ agent: String, _ language: String) async throws -> String {
    let answer = try await served.get(
      "/ferry/sdk/swedbank-pay/" + page, [.userAgent: agent, .acceptLanguage: language])
    #expect(answer.status == .ok && answer.headers[.contentType]?.hasPrefix("text/html") == true)
    #expect(answer.headers[.cacheControl] == "no-store")
    return String(buffer: answer.body)
  }

  @Test(
    "Where a payment ends, a browser shows a button into the app of its system, in the buyer's language",
    arguments: ["complete", "cancel", "complete?x=1"])
  func button(_ page: String) async throws {
    try await ServedSDK.run { served in
      for (language, label) in Self.words {
        for agent in [Self.iPhone, Self.iPad] {
          let html = try await open(served, page, agent, language)
          #expect(html.contains("<html lang=\"\(language)\""))
          let link = "http://127.0.0.1:3080/ferry/return/?wake=1&amp;app=tablets-ios&amp;tap=1"
          #expect(html.contains("href=\"\(link)\"") && html.contains(label), "\(html)")
          #expect(!html.contains("tablets:"), "A scheme comes last.")
        }
        let html = try await open(served, page, Self.android, language)
        #expect(html.contains("href=\"intent://127.0.0.1:3080/ferry/return/?wake=1&amp;app=tablets-android#Intent;"))
        #expect(html.contains("package=jp.example.tablets;") && html.contains(label), "\(html)")
      }
    }
  }

  @Test("The link wakes the app, and its page has the app's scheme as the last way")
  func link() async throws {
    let host = "http://127.0.0.1:3080"
    let links = [
      host + "/ferry/return/?wake=1&app=tablets-ios&tap=1": true,
      "tablets://ferry/return/?wake=1&app=tablets-ios": false,
    ]
    for (link, isTapped) in links {
      let read = AppReturnLink.read(link, host: host, scheme: "tablets")
      #expect(read == .wake(AppWakeLink(checkout: nil, isTapped: isTapped)))
    }
    try await ServedSDK.run { served in
      let page = try await served.get("/ferry/back?wake=1&app=tablets-ios&tap=1&tried=1", [.acceptLanguage: "sv"])
      let html = String(buffer: page.body)
      #expect(page.status == .ok && html.contains("<html lang=\"sv\""))
      #expect(html.contains("href=\"tablets://ferry/return/?wake=1&amp;app=tablets-ios\""), "\(html)")
      for query in ["wake=1", "wake=1&app=other", "wake=1&app=tablets-ios&app=other", "app=tablets-ios"] {
        let stray = try await served.get("/ferry/back?" + query)
        #expect(stray.status == .badRequest && !String(buffer: stray.body).contains("href=\"tablets:"), "\(query)")
      }
    }
  }

  @Test("Of several apps none is chosen for the buyer")
  func severalApps() async throws {
    let host = try #require(Origin("http://127.0.0.2:3080"))
    let second = RegisteredApp(
      id: "cups-ios", shop: "main", platform: .ios(IOSApp(bundleID: "jp.example.cups", teamID: "A1B2C3D4E5")),
      scheme: "cups", linkHost: host)
    try await ServedSDK.run(moreApps: [second]) { served in
      let html = try await open(served, "complete", Self.iPhone, "en")
      #expect(!html.contains("/ferry/return/") && html.contains("open the app"), "\(html)")
      #expect(try await open(served, "complete", Self.android, "en").contains("intent://"))
    }
  }
}
