import AmazonPay
import ArgumentParser
import CryptoExtras
import FerryCore
import FerryHTTP
import FerryModule
import FerryTesting
import Foundation
import Testing

@testable import AmazonPayModule

@Suite("ferry sign-button")
struct SignButtonTests {
  static let storeId = "amzn1.application-oa2-client.00000000000000000000000000000000"
  static let account = [
    "--key", "private.pem", "--public-key-id", "SANDBOX-AHEXAMPLEKEYID0000000000", "--merchant-id", "A1B2C3D4E5F6G7",
    "--store-id", storeId,
  ]
  static let review = ["--placement", "Cart", "--review-url", "https://shop.example/review"]
  static let atOnce = [
    "--placement", "Checkout", "--process-order", "--intent", "AuthorizeWithCapture", "--amount", "9878",
    "--result-url", "https://shop.example/paid",
  ]

  private func output(_ options: [String], key: String = SigningTestKey.privateKey) throws -> String {
    let command = try SignButtonCommand.parse(Self.account + options)
    return try command.output(privateKey: Secret(key))
  }

  private func parts(_ options: [String]) throws -> [String: UntypedJSON] {
    let text = try output(options + ["--json"])
    return try #require(JSONDecoder().decode(UntypedJSON.self, from: Data(text.utf8)).object)
  }

  @Test("The examples of the help have their line ends escaped for the shell")
  func help() {
    let lines = SignButtonCommand.helpMessage().split(separator: "\n")
    for (line, next) in zip(lines, lines.dropFirst()) where next.hasPrefix("    --") {
      #expect(line.hasSuffix("\\"), "\(line)")
    }
    #expect(SignButtonCommand.helpMessage().contains("https://shop.example/review \\\n    --processor"))
  }

  @Test("The payload has the values of the options, and the signature matches it")
  func payload() throws {
    let options =
      Self.review + [
        "--cancel-url", "https://shop.example/cart", "--scopes", "name, email", "--countries", "JP,US", "--no-po-boxes",
        "--store-name", "テスト店", "--reference", "ORDER-1",
      ]
    let text = try output(options + ["--payload-only"])
    #expect(
      text == """
        {"deliverySpecifications":{"addressRestrictions":{"restrictions":{"JP":{},"US":{}},"type":"Allowed"},\
        "specialRestrictions":["RestrictPOBoxes"]},"merchantMetadata":{"merchantReferenceId":"ORDER-1",\
        "merchantStoreName":"テスト店"},"scopes":["name","email"],"storeId":"\(Self.storeId)","webCheckoutDetails":\
        {"checkoutCancelUrl":"https://shop.example/cart","checkoutReviewReturnUrl":"https://shop.example/review"}}
        """)
    let parts = try parts(options)
    #expect(parts["payloadJSON"]?.string == text)
    #expect(parts["function"] == "amazon.Pay.renderButton")
    #expect(parts["selector"] == "#AmazonPayButton")
    #expect(parts["source"] == "https://static-fe.payments-amazon.com/checkout.js")
    let publicKey = try _RSA.Signing.PublicKey(pemRepresentation: SigningTestKey.publicKey)
    let base64 = try #require(parts["signature"]?.string)
    let signature = try #require(Data(base64Encoded: base64))
    let signed = try #require(parts["stringToSign"]?.string)
    #expect(signed == RequestSigner.stringToSign(payloadJSON: text, .v2))
    #expect(publicKey.isValidSignature(.init(rawRepresentation: signature), of: signed, .v2))
    let configuration = try #require(parts["configuration"]?.object)
    #expect(configuration["sandbox"] == true)
    #expect(configuration["createCheckoutSessionConfig"]?.object?["payloadJSON"]?.string == text)
  }

  @Test("Prints element, checkout.js and the call, and no value ends the script")
  func page() throws {
    let page = try output(Self.review + ["--note", "</script><b>&\u{2028}", "--color", "LightGray"])
    #expect(
      page.hasPrefix(
        """
        <div id="AmazonPayButton"></div>
        <script src="https://static-fe.payments-amazon.com/checkout.js"></script>
        <script>
        amazon.Pay.renderButton("#AmazonPayButton", {"buttonColor":"LightGray",
        """))
    #expect(page.hasSuffix("});\n</script>"))
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("<b>"))
    #expect(!page.unicodeScalars.contains("\u{2028}"))
    let direct = try output(Self.review + ["--init-checkout"])
    #expect(direct.contains("\namazon.Pay.initCheckout({"))
    #expect(!direct.contains("<div"))
    #expect(try !output(Self.review + ["--selector", ".pay"]).contains("<div"))
  }

  @Test("A checkout without review has amount and address")
  func processOrder() throws {
    let text = try output(
      Self.atOnce + [
        "--address-name", "山田 太郎", "--address-line1", "丸の内1-1-1", "--address-state", "東京都",
        "--address-postal-code", "100-0005", "--address-country", "jp", "--address-phone", "0312345678",
        "--payload-only",
      ])
    #expect(
      text.contains(#""chargeAmount":{"amount":"9878","currencyCode":"JPY"},"paymentIntent":"AuthorizeWithCapture""#))
    #expect(text.contains(#""checkoutMode":"ProcessOrder""#))
    #expect(text.contains(#""countryCode":"JP""#))
    #expect(try output(Self.atOnce + ["--product", "PayOnly", "--payload-only"]).contains(#""checkoutMode""#))
  }

  @Test("Recurring payments, saved payment methods and sign-in")
  func others() throws {
    #expect(
      try output(
        Self.review + [
          "--type", "Recurring", "--frequency", "Month", "--every", "2", "--recurring-amount", "980", "--payload-only",
        ]
      ).contains(
        """
        "chargePermissionType":"Recurring","recurringMetadata":{"amount":{"amount":"980","currencyCode":"JPY"},\
        "frequency":{"unit":"Month","value":"2"}}
        """))
    #expect(
      try output(Self.review + ["--type", "PaymentMethodOnFile", "--setup-only", "--payload-only"]).contains(
        #""chargePermissionType":"PaymentMethodOnFile","paymentMethodOnFileMetadata":{"setupOnly":true}"#))
    let signIn = ["--placement", "Home", "--product", "SignIn", "--sign-in-url", "https://shop.example/in"]
    #expect(
      try output(signIn + ["--payload-only"])
        == #"{"signInReturnUrl":"https://shop.example/in","storeId":"\#(Self.storeId)"}"#)
    #expect(try parts(signIn)["configuration"]?.object?["signInConfig"] != nil)
  }

  @Test("The payload names a payment service provider, and has additional members as given")
  func processor() throws {
    #expect(
      try output(Self.review + ["--processor", "gmopg", "--payload-only"]) == """
        {"processorSpecifications":{"name":"gmopg"},"storeId":"\(Self.storeId)",\
        "webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example/review"}}
        """)
    let members = #"{"orderType":"A1","processorSpecifications":{"name":"other","shop":{"id":1}}}"#
    #expect(
      try output(Self.review + ["--members", members, "--payload-only"]) == """
        {"orderType":"A1","processorSpecifications":{"name":"other","shop":{"id":1}},"storeId":"\(Self.storeId)",\
        "webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example/review"}}
        """)
  }

  @Test("The key's prefix selects sandbox or live, else the flag does")
  func environments() throws {
    func sandbox(_ id: String, _ options: [String] = []) throws -> UntypedJSON? {
      var arguments = Self.account
      arguments[3] = id
      let command = try SignButtonCommand.parse(arguments + Self.review + options + ["--json"])
      let text = try command.output(privateKey: Secret(SigningTestKey.privateKey))
      let parts = try JSONDecoder().decode(UntypedJSON.self, from: Data(text.utf8))
      return parts.object?["configuration"]?.object?["sandbox"]
    }
    #expect(try sandbox("SANDBOX-A") == true)
    #expect(try sandbox("LIVE-A") == false)
    #expect(try sandbox("AHEXAMPLE") == false)
    #expect(try sandbox("AHEXAMPLE", ["--sandbox"]) == true)
    #expect(throws: AmazonPayAccountProblems(problems: [.publicKeyOfOtherMode(.live)])) {
      try sandbox("LIVE-A", ["--sandbox"])
    }
  }

  static let bad: [(options: [String], words: String)] = [
    (["--placement", "Cart"], "--review-url"),
    (review + ["--language", "en_US"], "--language: It has to be ja_JP."),
    (review + ["--scopes", "name,age"], "Unknown scope 'age'. Use one or more of: "),
    (review + ["--color", "Gold", "--init-checkout"], "--color"),
    (review + ["--region", "mars"], "Unknown region 'mars'."),
    (review + ["--currency", "yen"], "Unknown currency 'yen'."),
    (review + ["--currency", "EUR"], "keeps its ledger in JPY"),
    (review + ["--setup-only"], "--setup-only"),
    (review + ["--type", "Recurring"], "--frequency: This is required."),
    (review + ["--every", "2"], "--every and --recurring-amount require --frequency"),
    (review + ["--type", "Recurring", "--frequency", "Month", "--every", "0"], "--every"),
    (review + ["--countries", "Japan"], "--countries"),
    (review + ["--store-name", String(repeating: "店", count: 51)], "--store-name"),
    (review + ["--sign-in-url", "https://shop.example/in"], "--product SignIn"),
    (review + ["--address-name", "A"], "The address also requires --address-line1, --address-postal-code"),
    (["--placement", "Cart", "--review-url", "shop.example"], "--review-url"),
    (
      atOnce + ["--product", "PayOnly", "--amount", "9.5"], "--amount 9.5 is not an amount in JPY. JPY has no decimals"
    ),
    (atOnce + ["--product", "PayOnly", "--amount", "3.000"], "no point separates thousands; write 3000, not 3.000."),
    (atOnce + ["--product", "PayOnly", "--amount", "1e3"], "Write digits with an optional point"),
    (atOnce, "--address-name"),
    (atOnce + ["--product", "PayOnly", "--can-handle-pending-authorization"], "--can-handle-pending-authorization"),
    (atOnce + ["--product", "PayOnly", "--total", "1"], "--amount"),
    (["--placement", "Home", "--product", "SignIn"], "--sign-in-url"),
    (
      ["--placement", "Home", "--product", "SignIn", "--sign-in-url", "https://a.example/", "--amount", "1"],
      "has no payment"
    ),
    (
      review + ["--product", "SignIn", "--sign-in-url", "https://a.example/", "--note", "n", "--every", "1"],
      "Remove --review-url, --note, --every."
    ),
    (review + ["--processor", ""], "--processor: This is required."),
    (review + ["--members", "gmopg"], "--members is not a JSON object."),
    (review + ["--members", #"{"storeId":"other","scopes":[]}"#], "Use the options for storeId, scopes"),
    (
      review + ["--members", #"{"processorSpecifications":{"name":"a"}}"#, "--processor", "b"],
      "Use the options for processorSpecifications"
    ),
    (review + ["--endpoint", "http://shop.example"], "https"),
  ]

  @Test("Bad input is refused with the option and the remedy", arguments: bad)
  func badInput(_ options: [String], _ words: String) throws {
    do {
      _ = try output(options)
      Issue.record("This was accepted: \(options)")
    } catch {
      let message = SignButtonCommand.failure(error).description
      #expect(message.contains(words), "\(message)")
    }
  }

  @Test("Reports the fault of a broken key")
  func badKey() throws {
    do {
      _ = try output(Self.review, key: SigningTestKey.publicKey)
      Issue.record("A public key was accepted.")
    } catch {
      #expect(SignButtonCommand.failure(error).description.contains("This is a public key."))
    }
    #expect(throws: ProviderProblem.self) { try SignButtonCommand.key(in: "/nowhere/private.pem") }
    let file = FileManager.default.temporaryDirectory.appending(path: "ferry-key-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data([0x30, 0x82, 0xFF]).write(to: file)
    #expect(throws: ProviderProblem.self) { try SignButtonCommand.key(in: file.path) }
    try Data(SigningTestKey.privateKey.utf8).write(to: file)
    #expect(try SignButtonCommand.key(in: file.path).reveal() == SigningTestKey.privateKey)
  }
}
