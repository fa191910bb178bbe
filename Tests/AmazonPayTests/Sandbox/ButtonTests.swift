import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("The button and its script")
struct ButtonTests {
  private let shop: Shop
  private let browser: ScriptlessBrowser

  init() throws {
    shop = try Shop()
    browser = ScriptlessBrowser(shop)
  }

  private static let signedPayload = SigningVector.all.first { $0.name == "V3" }?.body ?? ""

  @Test("The script is served, and defines what shops call")
  func script() {
    let script = browser.get("/checkout.js")
    #expect(script.status == 200)
    #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
    for name in ["renderButton", "initCheckout", "bindChangeAction", "signout", "onClick", "updateButtonInfo"] {
      #expect(script.html.contains("\(name):") || script.html.contains("function \(name)"))
    }
    #expect(script.html.utf8.count < 20_000)
  }

  @Test("Both algorithms are accepted, and the default is the one with salt 20", arguments: ButtonVector.all)
  func algorithms(_ vector: ButtonVector) throws {
    let algorithm = String(vector.stringToSign.prefix { $0 != "\n" })
    let named = try browser.press(Self.signedPayload, signature: vector.signature, algorithm: algorithm)
    #expect(named.html.contains(#"id="signin""#))
    let unnamed = try browser.press(Self.signedPayload, signature: vector.signature, algorithm: nil)
    #expect(unnamed.html.contains(#"id="signin""#) == (algorithm == "AMZN-PAY-RSASSA-PSS"))
  }

  @Test("A bad signature leads to a page that names what should have been signed")
  func badSignature() throws {
    let page = try browser.press(Self.signedPayload, signature: "AAAA")
    #expect(page.status == 400)
    #expect(page.html.contains("InvalidSignatureError"))
    #expect(page.html.contains("AMZN-PAY-RSASSA-PSS-V2\n\(SigningHash.of(Self.signedPayload))"))
    #expect(page.html.contains(Shop.merchantID))
    #expect(page.html.contains("AAAA"))
  }

  @Test("A payload, key or merchant that does not belong to the signature is refused")
  func mismatches() throws {
    let signature = ButtonVector.v2.signature
    let changed = try browser.press(Self.signedPayload + " ", signature: signature)
    #expect(changed.html.contains("InvalidSignatureError"))
    for (name, value) in [("publicKeyId", Shop.otherKeyID), ("merchantId", Shop.otherMerchantID)] {
      let fields = [
        ("payloadJSON", Self.signedPayload), ("signature", signature), ("algorithm", "AMZN-PAY-RSASSA-PSS-V2"),
        ("publicKeyId", name == "publicKeyId" ? value : Shop.keyID),
        ("merchantId", name == "merchantId" ? value : Shop.merchantID),
      ]
      #expect(browser.post("/checkout/start", fields).html.contains("InvalidSignatureError"))
    }
  }

  @Test("A payload that the API refuses leads to a page with the reason")
  func refusedPayload() throws {
    let page = try browser.press(#"{"storeId":"\#(Shop.storeID)","colour":"red"}"#)
    #expect(page.status == 400)
    #expect(page.html.contains("UnrecognizedField"))
    #expect(page.html.contains("colour"))
    #expect(try browser.press("{").html.contains("InvalidRequestFormat"))
  }

  @Test("A payload of several lines is verified, although browsers change line ends in forms")
  func lineEnds() throws {
    let payload = Self.signedPayload.replacing("{", with: "{\n")
    let signature = try shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + SigningHash.of(payload))
    let page = try browser.press(payload.replacing("\n", with: "\r\n"), signature: signature)
    #expect(page.html.contains(#"id="signin""#))
  }

  @Test("A repeated field is refused")
  func repeatedField() {
    #expect(browser.post("/checkout/start", [("payloadJSON", "{}"), ("payloadJSON", "{}")]).status == 400)
  }

  @Test("The sign-in button refuses the payload of a checkout")
  func signInProduct() throws {
    #expect(
      try browser.press(ScriptlessBrowser.payload, [("productType", "SignIn")]).html.contains("UnrecognizedField"))
  }
}
