import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("Hosted pages")
struct HostedPageTests {
  private let shop: Shop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try Shop()
    browser = ScriptlessBrowser(shop)
  }

  private func session(_ id: String) throws -> Shop.Answer { try shop.call(.get, "/v2/checkoutSessions/\(id)") }

  @Test("From the button to the captured order")
  func wholeWay() throws {
    let signIn = try browser.press()
    #expect(signIn.url.hasPrefix("/checkout/signin?"))
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"))
    let selection = browser.post(
      "/checkout/signin", [("amazonCheckoutSessionId", id), ("next", "select"), ("email", "Taro@Example.Test")])
    #expect(selection.html.contains("鈴木 太郎"))
    for address in ["tokyo", "osaka", "hokkaido", "okinawa"] {
      #expect(selection.html.contains(#"id="address-\#(address)""#))
    }
    for card in TestCard.allCases { #expect(selection.html.contains(#"id="card-\#(card.rawValue)""#)) }
    browser.select(id, address: "okinawa", card: "4444")
    #expect(browser.left == "https://shop.example.test/review?token=1&amazonCheckoutSessionId=\(id)")
    let reviewed = try session(id)
    #expect(reviewed.body["shippingAddress"]?["stateOrRegion"]?.text == "沖縄県")
    #expect(reviewed.body["paymentPreferences"]?.elements?.first?["paymentDescriptor"]?.text == "Mastercard ****4444")

    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(intent: "AuthorizeWithCapture"))
    let processing = browser.processing(id)
    #expect(processing.html.contains("¥8,980 to Sample Shop"))
    #expect(
      processing.html.contains(
        #"http-equiv="refresh" content="2;url=/checkout/processing/return?amazonCheckoutSessionId=\#(id)""#))
    #expect(try shop.complete(id).reasonCode == "InvalidCheckoutSessionStatus")
    _ = browser.processingDone(id)
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try session(id).state == "Open")
    let completed = try shop.complete(id)
    #expect(completed.status == 200)
    let charge = try #require(completed.body["chargeId"]?.text)
    #expect(try shop.call(.get, "/v2/charges/\(charge)").state == "Captured")
  }

  @Test("Opening the processing page again after success leads straight back to the shop")
  func processingAgain() throws {
    let id = try browser.reachReview()
    _ = browser.processingDone(id)
    _ = browser.processing(id)
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.complete(id).status == 200)
    _ = browser.processing(id)
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
  }

  @Test("Without a pause the processing page goes on at once")
  func noPause() throws {
    let shop = try Shop { $0.place.processingPause = .zero }
    let browser = ScriptlessBrowser(shop)
    let id = try browser.reachReview()
    _ = browser.processing(id)
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.complete(id).status == 200)
  }

  @Test("The page shows a declined card, and another card pays")
  func declinedThenPaid() throws {
    let id = try browser.reachReview(card: "3434")
    let declined = browser.processingDone(id)
    #expect(declined.status == 200)
    #expect(declined.html.contains(#"id="retry""#))
    #expect(declined.html.contains("Visa ****3434"))
    #expect(browser.left == nil)
    let again = browser.post("/checkout/processing", [("amazonCheckoutSessionId", id), ("card", "3434")])
    #expect(again.html.contains(#"id="retry""#))
    browser.post("/checkout/processing", [("amazonCheckoutSessionId", id), ("card", "1111")])
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.complete(id).status == 200)
  }

  @Test(
    "Giving up after a decline ends the session as declined; canceling before it ends it as canceled",
    arguments: [("3434", "Declined"), ("1111", "BuyerCanceled")])
  func givingUp(_ card: String, _ reason: String) throws {
    let id = try browser.reachReview(card: card)
    if card == "3434" { _ = browser.processingDone(id) }
    browser.post("/checkout/cancel", [("amazonCheckoutSessionId", id), ("from", "processing")])
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try session(id).stateReason == reason)
    #expect(try shop.complete(id).reasonCode == "CheckoutSessionCanceled")
  }

  @Test("A card for pending authorizations says why it cannot be used, or is used")
  func pendingCards() throws {
    let refused = try browser.reachReview(card: "0701")
    #expect(browser.processingDone(refused).html.contains("does not wait"))
    let accepted = try ScriptlessBrowser(shop).reachReview(card: "0701", pending: true)
    _ = browser.processingDone(accepted)
    #expect(browser.left != nil)
    #expect(try shop.complete(accepted).status == 202)
  }

  @Test("Canceling on the selection page leads to the cancel URL and leaves the session open")
  func cancelURL() throws {
    let id = try browser.reachSelection()
    browser.post("/checkout/cancel", [("amazonCheckoutSessionId", id), ("from", "select")])
    #expect(browser.left == "https://shop.example.test/cancel")
    #expect(try session(id).state == "Open")
  }

  @Test("Without a cancel URL the buyer goes back to the page that had the button")
  func buttonPage() throws {
    let id = try browser.reachSelection(Shop.createBody)
    browser.post("/checkout/cancel", [("amazonCheckoutSessionId", id), ("from", "select")])
    #expect(browser.left == "https://shop.example.test/cart")
  }

  @Test("On the developer's own machine the page with the button may be on another port than the signed one")
  func localButtonPage() throws {
    let body = Shop.createBody.replacing("https://shop.example.test", with: "https://localhost:3443")
    let signIn = browser.post(
      "/checkout/start",
      [
        ("payloadJSON", body), ("signature", try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(body))),
        ("algorithm", "AMZN-PAY-RSASSA-PSS-V2"), ("publicKeyId", Shop.keyID), ("merchantId", Shop.merchantID),
        ("buttonPage", "http://localhost:3080/cart"),
      ])
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"), "\(signIn.html)")
    browser.post("/checkout/cancel", [("amazonCheckoutSessionId", id), ("from", "select")])
    #expect(browser.left == "http://localhost:3080/cart")
  }

  @Test(
    "A page with the button on a host that nobody signed is not trusted",
    arguments: [
      "https://evil.example/", "https://shop.example.test.evil.example/", "http://shop.example.test/cart",
      "javascript:alert(1)", "//evil.example",
    ])
  func untrustedButtonPage(_ page: String) throws {
    let signature = try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(Shop.createBody))
    let signIn = browser.post(
      "/checkout/start",
      [
        ("payloadJSON", Shop.createBody), ("signature", signature), ("algorithm", "AMZN-PAY-RSASSA-PSS-V2"),
        ("publicKeyId", Shop.keyID), ("merchantId", Shop.merchantID), ("buttonPage", page),
      ])
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"))
    let over = browser.post("/checkout/cancel", [("amazonCheckoutSessionId", id), ("from", "select")])
    #expect(browser.left == nil)
    #expect(over.status == 200)
    #expect(!over.html.contains("evil"))
  }

  @Test("No parameter of a page sends the buyer anywhere")
  func noRedirectParameters() throws {
    let id = try browser.reachReview()
    for name in ["next", "from", "returnUrl", "redirect", "url", "checkoutResultReturnUrl"] {
      for path in ["select", "signin", "processing", "processing/return", "change"] {
        _ = browser.get(
          "/checkout/\(path)?amazonCheckoutSessionId=\(id)&changeAction=changeAddress&\(name)=https%3A%2F%2Fevil.example"
        )
        #expect(browser.left?.contains("evil") != true)
      }
    }
  }

  @Test("Address and card can be changed independently")
  func changes() throws {
    let id = try browser.reachReview()
    let address = browser.get("/checkout/change?amazonCheckoutSessionId=\(id)&changeAction=changeAddress")
    #expect(address.html.contains(#"name="address""#))
    #expect(!address.html.contains(#"name="card""#))
    browser.post(
      "/checkout/change",
      [("amazonCheckoutSessionId", id), ("changeAction", "changeAddress"), ("address", "hokkaido")])
    #expect(browser.left == "https://shop.example.test/review?token=1&amazonCheckoutSessionId=\(id)")
    var changed = try session(id).body
    #expect(changed["shippingAddress"]?["stateOrRegion"]?.text == "北海道")
    #expect(changed["paymentPreferences"]?.elements?.first?["paymentDescriptor"]?.text == "Visa ****1111")

    let payment = browser.get("/checkout/change?amazonCheckoutSessionId=\(id)&changeAction=changePayment")
    #expect(!payment.html.contains(#"name="address""#))
    browser.post(
      "/checkout/change", [("amazonCheckoutSessionId", id), ("changeAction", "changePayment"), ("card", "0000")])
    changed = try session(id).body
    #expect(changed["shippingAddress"]?["stateOrRegion"]?.text == "北海道")
    #expect(changed["paymentPreferences"]?.elements?.first?["paymentDescriptor"]?.text == "JCB ****0000")

    browser.post("/checkout/cancel", [("amazonCheckoutSessionId", id), ("from", "changePayment")])
    #expect(browser.left == "https://shop.example.test/review?token=1&amazonCheckoutSessionId=\(id)")
    #expect(try session(id).state == "Open")
    #expect(browser.get("/checkout/change?amazonCheckoutSessionId=\(id)&changeAction=changeEverything").status == 400)
  }

  @Test("Digital goods need no address")
  func payOnly() throws {
    let id = try browser.reachSelection(ScriptlessBrowser.payload, [("productType", "PayOnly")])
    let page = browser.get("/checkout/select?amazonCheckoutSessionId=\(id)")
    #expect(!page.html.contains(#"name="address""#))
    browser.post("/checkout/select", [("amazonCheckoutSessionId", id), ("card", "1111")])
    let body = try session(id).body
    #expect(body["productType"]?.text == "PayOnly")
    #expect(body["shippingAddress"] == .null)
    #expect(body["billingAddress"]?["stateOrRegion"]?.text == "東京都")
    #expect(body["constraints"]?.elements?.contains { $0["constraintId"]?.text == "BuyerNotAssociated" } == false)
  }

  @Test("With everything in the payload the buyer pays without coming back in between")
  func processOrder() throws {
    let payload = """
      {"webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example.test/result",\
      "checkoutMode":"ProcessOrder"},"storeId":"\(Shop.storeID)","paymentDetails":{"paymentIntent":"Authorize",\
      "chargeAmount":{"amount":"500","currencyCode":"JPY"}}}
      """
    let id = try browser.reachSelection(payload, [("productType", "PayOnly")])
    let processing = browser.post("/checkout/select", [("amazonCheckoutSessionId", id), ("card", "1111")])
    #expect(processing.html.contains("¥500"))
    _ = browser.processingDone(id)
    #expect(browser.left == "https://shop.example.test/result?amazonCheckoutSessionId=\(id)")
    #expect(try shop.complete(id, amount: "500").status == 200)
  }

  @Test("Addresses that the merchant does not deliver to cannot be selected")
  func deliveryRestrictions() throws {
    let payload =
      ScriptlessBrowser.payload.dropLast()
      + #","deliverySpecifications":{"addressRestrictions":{"type":"NotAllowed","restrictions":{"JP":{"statesOrRegions":["沖縄県"]}}}}}"#
    let id = try browser.reachSelection(String(payload))
    let page = browser.get("/checkout/select?amazonCheckoutSessionId=\(id)")
    #expect(page.html.contains(#"id="address-okinawa" disabled"#))
    #expect(browser.select(id, address: "okinawa").status == 422)
    #expect(browser.left == nil)
    browser.select(id, address: "tokyo")
    #expect(browser.left != nil)
  }

  @Test("A form without a selection, or with an unknown one, is shown again")
  func badChoices() throws {
    let id = try browser.reachSelection()
    for (address, card) in [("", "1111"), ("moon", "1111"), ("tokyo", ""), ("tokyo", "9999")] {
      let page = browser.select(id, address: address, card: card)
      #expect(page.status == 422)
      #expect(page.html.contains(#"role="alert""#))
      #expect(page.html.contains(#"id="selection""#))
    }
    let signIn = browser.post(
      "/checkout/signin", [("amazonCheckoutSessionId", id), ("next", "select"), ("email", "nobody")])
    #expect(signIn.status == 422)
    #expect(signIn.html.contains(#"id="signin""#))
  }

  @Test("Every page shows that a session has expired overnight")
  func expired() throws {
    let id = try browser.reachReview()
    shop.time.advance(by: .seconds(24 * 3600))
    let paths = [
      "select?amazonCheckoutSessionId=\(id)", "processing?amazonCheckoutSessionId=\(id)",
      "processing/return?amazonCheckoutSessionId=\(id)",
      "change?amazonCheckoutSessionId=\(id)&changeAction=changeAddress",
    ]
    for path in paths {
      let page = browser.get("/checkout/\(path)")
      #expect(page.status == 410)
      #expect(page.html.contains("expired"))
      #expect(browser.left == nil)
    }
  }

  @Test("Unknown sessions, missing parameters and unknown addresses are answered with a page")
  func unknown() {
    #expect(browser.get("/checkout/select?amazonCheckoutSessionId=x").status == 404)
    #expect(browser.get("/checkout/select").status == 400)
    #expect(browser.get("/checkout/select?amazonCheckoutSessionId=%ZZ").status == 400)
    #expect(browser.get("/nothing").status == 404)
    #expect(browser.get("/control/ledger").status == 404)
    #expect(browser.get("/").status == 200)
  }

  @Test("The processing page before the order is described says what is missing")
  func notReady() throws {
    let id = try browser.reachSelection()
    browser.select(id)
    let page = browser.processing(id)
    #expect(page.status == 409)
    #expect(page.html.contains("ChargeAmountNotSet"))
  }

  @Test("Another browser must sign in first, with the account that started the session")
  func otherBrowser() throws {
    let id = try browser.reachReview()
    let other = ScriptlessBrowser(shop)
    #expect(other.processing(id).html.contains(#"id="signin""#))
    #expect(try shop.complete(id).reasonCode == "InvalidCheckoutSessionStatus")
    let refused = other.post(
      "/checkout/signin", [("amazonCheckoutSessionId", id), ("next", "processing"), ("email", "mallory@example.test")])
    #expect(refused.status == 403)
    let accepted = other.post(
      "/checkout/signin", [("amazonCheckoutSessionId", id), ("next", "processing"), ("email", "hanako@example.test")])
    #expect(accepted.html.contains(#"id="amount""#))
  }

  @Test("A signed-in buyer goes straight to the selection, until they sign out here or in the shop's page")
  func staysSignedIn() throws {
    let id = try browser.reachSelection()
    // The POST from the shop's site has no cookie; the redirect after it has.
    #expect(try browser.press().html.contains(#"id="selection""#))
    let signedOut = browser.post("/checkout/signout", [("amazonCheckoutSessionId", id), ("next", "select")])
    #expect(signedOut.html.contains(#"id="signin""#))
    #expect(browser.cookies.isEmpty)
    _ = try browser.reachSelection()
    #expect(try browser.press(ScriptlessBrowser.payload, [("signOut", "true")]).html.contains(#"id="signin""#))
  }

  @Test(
    "Pages are in English, whatever browser and button ask for, and state the button's language",
    arguments: ["en", "ja"])
  func languages(_ language: String) throws {
    browser.language = language
    let unasked = try browser.press().html
    #expect(unasked.contains(#"<html lang="en">"#) && unasked.contains("Sign in"))
    #expect(!unasked.contains("Language requested"))
    for asked in ["ja_JP", "en_US", "de_DE", "<b>"] {
      let button = [("checkoutLanguage", asked)]
      let stated = ">Language requested: \(asked.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))<"
      let signIn = try browser.press(ScriptlessBrowser.payload, button).html
      #expect(signIn.contains(#"<html lang="en">"#) && signIn.contains(stated))
      let buyer = ScriptlessBrowser(shop)
      let id = try buyer.reachSelection(ScriptlessBrowser.payload, button)
      let refused = buyer.select(id, address: "nowhere")
      #expect(refused.status == 422 && refused.html.contains(#"<html lang="en">"#) && refused.html.contains(stated))
    }
    #expect(browser.get("/").html.contains(#"<html lang="en">"#))
    #expect(browser.post("/language", [("language", "en"), ("page", "//evil.example")]).status == 404)
  }

  @Test("Text of merchants and buyers stays text on every page")
  func escaping() throws {
    let evil = #"</title><script>alert("x")</script>'"#
    let json = #"<\/title><script>alert(\"x\")<\/script>'"#
    let payload = ScriptlessBrowser.payload.dropLast() + #","merchantMetadata":{"merchantStoreName":"\#(json)"}}"#
    let signIn = try browser.press(String(payload))
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"))
    let selection = browser.post(
      "/checkout/signin",
      [("amazonCheckoutSessionId", id), ("next", "select"), ("email", "<script>alert(1)</script>@x")])
    browser.select(id, card: "3434")
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody())
    let processing = browser.processing(id)
    let declined = browser.processingDone(id)
    let badSignature = try browser.press(String(payload), signature: "<script>alert(1)</script>")
    let badField = try browser.press(#"{"<script>alert(1)<\/script>":1}"#)
    for page in [signIn, selection, processing, declined, badSignature, badField] {
      #expect(!page.html.contains("<script"))
      #expect(!page.html.contains(evil))
    }
    #expect(signIn.html.contains("&lt;script&gt;"))
    #expect(processing.html.contains("&lt;script&gt;"))
    #expect(selection.html.contains("&lt;script&gt;"))
    #expect(badSignature.html.contains("&lt;script&gt;"))
    #expect(badField.html.contains("&lt;script&gt;"))
  }

  @Test("Pages are small, run no scripts, cannot be framed and are not stored")
  func headers() throws {
    let signIn = try browser.press()
    let id = try browser.reachReview(card: "3434")
    let pages = [
      signIn, browser.get("/checkout/select?amazonCheckoutSessionId=\(id)"), browser.processing(id),
      browser.processingDone(id),
    ]
    for page in pages {
      #expect(page.html.utf8.count < 20_000)
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("script-src"))
      #expect(page.headers[.cacheControl] == "no-store")
      #expect(page.html.contains("No money moves"))
      for link in page.html.matches(of: /href="(\/assets\/[^"]+)"/) {
        #expect(browser.get(String(link.output.1)).status == 200)
      }
    }
  }

  @Test("The account's cookie is for this host alone")
  func cookie() throws {
    let signIn = try browser.press()
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"))
    var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/checkout/signin")
    request.headerFields[.acceptLanguage] = "en"
    let body = "amazonCheckoutSessionId=\(id)&next=select&email=a%40b"
    let (response, _) = shop.sandbox.respond(to: request, body: Array(body.utf8))
    let cookie = try #require(response.headerFields[.setCookie])
    #expect(cookie.contains("HttpOnly"))
    #expect(cookie.contains("SameSite=Lax"))
    #expect(cookie.contains("Path=/"))
  }
}
