import FerryCore
import FerryLinks
import FerryModule
import FerryServer
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SwedbankPay
import SwedbankPayModule
import Testing

@Suite("Ways back into apps with Swedbank Pay's SDKs")
struct MerchantBackendCallbackTests {
  /// A backend at the address of the vectors of Swedbank Pay's example.
  private func location(
    _ query: String, backend: String = "https://shop.example/", method: HTTPRequest.Method = .get
  ) throws -> String? {
    let account = try SwedbankPayAccount(
      mode: .test, accessToken: Secret("token"), payeeID: "5cabf558-5283-482f-b252-4d58e06f6f3b", userAgent: "shop/1")
    let connection = ProviderConnection(
      transport: ScriptedTransport([]), time: VirtualTime(), randomness: SequentialRandomness())
    let task = try SwedbankPayBackend(SwedbankPayProvider(account), connection).task(
      SDKRequest(
        method, backend: try #require(Link(external: backend)), path: "sdk-callback/ios-universal-link", query: query,
        apps: [.ios(scheme: "shopapp")]))
    guard case .answer(let answer) = task else { return nil }
    #expect(answer.status == .movedPermanently && answer.headers[.cacheControl] == "no-store")
    return answer.headers[.location]
  }

  private static let page = "https://ecom.payex.com/externalresourcehost/trampoline?target="

  @Test("The way to the trampoline, and from it to the app, by the vectors of the example")
  func vectors() throws {
    let query = "scheme=shopapp&language=sv-SE&id=A1&app=Caf%C3%A9%20%26%20Co"
    let target =
      "https%3A%2F%2Fshop.example%2Fsdk-callback%2Fios-universal-link%3Fscheme%3Dshopapp%26language%3Dsv-SE%26id%3DA1"
      + "%26app%3DCaf%25C3%25A9%2520%2526%2520Co%26fallback%3Dtrue"
    #expect(try location(query) == Self.page + target + "&language=sv-SE&app=Caf%C3%A9%20%26%20Co")
    #expect(
      try location(query + "&fallback=true")
        == "shopapp://shop.example/sdk-callback/ios-universal-link?" + query + "&fallback=true")
    let other = try #require(try location("scheme=shopapp&language=sv-SE&app=It%27s+(beta)!"))
    #expect(other.contains("app%3DIt%2527s%2B(beta)!"), "\(other)")
    #expect(other.hasSuffix("&app=It's%20(beta)!"))
    #expect(try location(query, backend: "https://shop.example:8443/")?.contains("shop.example%3A8443") == true)
  }

  @Test(
    "The app gets the query byte for byte, with everything that a bank has added to it",
    arguments: [
      "scheme=shopapp&language=sv-SE&id=a+b%2Bc%20d&app=%2b", "scheme=shopapp&empty=&flag&&language=sv-SE&=",
      "language=sv-SE&id=1&id=2&scheme=shopapp&ID=1", "scheme=shopapp&language=sv-SE&name=%E5%zz%&x=y=z'()*!",
      "scheme=shopapp&language=sv-SE&fallback=false",
    ])
  func bytes(_ query: String) throws {
    for method in [HTTPRequest.Method.get, .post] {
      let page = try #require(try location(query, method: method))
      let target = page.dropFirst(Self.page.count).prefix { $0 != "&" }.removingPercentEncoding
      let address = "://shop.example/sdk-callback/ios-universal-link?" + query + "&fallback=true"
      #expect(page.hasPrefix(Self.page) && target == "https" + address)
      #expect(try location(query + "&fallback=true", method: method) == "shopapp" + address)
    }
  }

  @Test(
    "No address leads to an app that is not registered, and no broken query anywhere",
    arguments: [
      "scheme=javascript&language=sv-SE", "scheme=https&language=sv-SE", "scheme=other&language=sv-SE&fallback=true",
      "language=sv-SE", "scheme=shopapp", "scheme=shopapp&scheme=other&language=sv-SE", "scheme=shopapp&language=%zz",
      "s%63heme=shopapp&language=sv-SE",
      "",
    ])
  func refused(_ query: String) {
    #expect(throws: SDKRefusal.self) { try location(query) }
  }

  @Test("Over HTTP: the redirect, and the page for Android")
  func served() async throws {
    try await ServedSDK.run { served in
      let folder = "/ferry/sdk/swedbank-pay/"
      let path = folder + "sdk-callback/ios-universal-link?scheme=tablets&language=sv-SE&id=A%2B1+2"
      let redirect = try await served.get(path)
      #expect(redirect.status == .movedPermanently)
      let back = try #require(redirect.headers[.location]?.split(separator: "target=").last)
      let target = try #require(String(back.prefix { $0 != "&" }).removingPercentEncoding)
      #expect(target == ProviderWorld.shopOrigin + path + "&fallback=true")
      let last = try await served.get(String(target.dropFirst(ProviderWorld.shopOrigin.count)))
      #expect(last.headers[.location] == "tablets" + target.dropFirst("http".count))

      let android = try await served.get(folder + "sdk-callback/android-intent?package=jp.example.tablets&id=%22%3E1")
      #expect(android.status == .ok && android.headers[.contentType]?.hasPrefix("text/html") == true)
      let intent =
        "intent://localhost:3080\(folder)sdk-callback/android-intent?package=jp.example.tablets&amp;id=%22%3E1#Intent;"
        + "scheme=http;action=com.swedbankpay.mobilesdk.VIEW_PAYMENTORDER;package=jp.example.tablets;end;"
      let html = String(buffer: android.body)
      #expect(html.contains("content=\"0;url=\(intent)\"") && html.contains("href=\"\(intent)\""), "\(html)")
      // A bank's page may lead back by a form.
      for page in ["sdk-callback/android-intent?package=jp.example.tablets&id=1", "complete", "cancel?x=1"] {
        let form = ByteBuffer(string: "PaRes=x&MD=y")
        let posted = try await served.client.execute(uri: folder + page, method: .post, body: form)
        #expect(posted.status == .ok && posted.headers[.contentType]?.hasPrefix("text/html") == true, "\(page)")
      }
      let deleted = try await served.client.execute(uri: path, method: .delete)
      #expect(deleted.status == .methodNotAllowed && deleted.headers[.allow] == "GET, HEAD, POST")
      let foreign = try await served.get(folder + "sdk-callback/android-intent?package=com.evil")
      #expect(foreign.status == .badRequest)
    }
  }

  private static let callback = "/ferry/sdk/swedbank-pay/sdk-callback/ios-universal-link"

  @Test("The association file gives an iOS app the ways back with its own scheme, and no provider's return address")
  func association() async throws {
    let other = RegisteredApp(
      id: "other-ios", shop: "other", platform: .ios(IOSApp(bundleID: "jp.example.other", teamID: "A1B2C3D4E5")),
      scheme: "other", linkHost: try #require(Origin("https://link.other.example")))
    try await ServedSDK.run(moreApps: [other]) { served in
      let answer = try await served.get(AssociationFile.path)
      #expect(answer.status == .ok)
      let (file, findings) = try AssociationFile.read(Array(answer.body.readableBytesView))
      #expect(findings.isEmpty)
      let (ours, others) = ("A1B2C3D4E5.jp.example.tablets", "A1B2C3D4E5.jp.example.other")
      let host = "https://pay.shop.example"
      func opened(_ path: String) -> String? { file.destination(of: host + path, among: [ours, others])?.app }
      let callback = Self.callback + "?language=sv-SE&id=A1&app=Shop&scheme="
      #expect(opened(callback + "tablets") == ours)
      #expect(opened(callback + "other&fallback=true") == others)
      #expect(opened(callback + "tablet") == nil && opened(Self.callback) == nil)
      #expect(opened("/ferry/return/?checkout=co_1&code=abc") == ours)
      for address in ["pay", "select", "cancel"] { #expect(opened("/ferry/return/co_1/nonce/" + address) == nil) }
    }
  }
}
