import AmazonPay
import FerryCore
import FerryHTTP
import Testing

@Suite("Account settings")
struct AmazonPayAccountTests {
  @Test("The prefix of a key id selects the environment, else the path does")
  func pathStyles() throws {
    #expect(try TestAccount.make().endpoint.basePath == "")
    #expect(try TestAccount.make(publicKeyId: "sandbox-abc".uppercased()).endpoint.basePath == "")
    #expect(try TestAccount.make(publicKeyId: "AHEXAMPLEKEYID").endpoint.basePath == "/sandbox")
    #expect(try TestAccount.make(mode: .live, publicKeyId: "AHEXAMPLEKEYID").endpoint.basePath == "/live")
    #expect(try TestAccount.make(mode: .live, publicKeyId: "LIVE-ABC").endpoint.basePath == "")
    #expect(
      try TestAccount.make(publicKeyId: "AHEXAMPLE", sandboxURL: "http://127.0.0.1:3081/amazon/")
        .endpoint.basePath == "/amazon/sandbox")
  }

  @Test(
    "Regions have their hosts, and the aliases of the official libraries",
    arguments: [
      ("na", AmazonPayRegion.northAmerica, "pay-api.amazon.com", "static-na.payments-amazon.com", "USD"),
      ("US", .northAmerica, "pay-api.amazon.com", "static-na.payments-amazon.com", "USD"),
      ("eu", .europe, "pay-api.amazon.eu", "static-eu.payments-amazon.com", "EUR"),
      ("DE", .europe, "pay-api.amazon.eu", "static-eu.payments-amazon.com", "EUR"),
      ("uk", .europe, "pay-api.amazon.eu", "static-eu.payments-amazon.com", "EUR"),
      ("jp", .japan, "pay-api.amazon.jp", "static-fe.payments-amazon.com", "JPY"),
    ])
  func regions(_ alias: String, _ region: AmazonPayRegion, _ api: String, _ script: String, _ currency: String) throws {
    #expect(AmazonPayRegion(alias: alias) == region)
    let account = try TestAccount.make(region: region)
    #expect(account.endpoint.origin == "https://\(api)")
    #expect(account.endpoint.host == api)
    #expect(account.endpoint.scriptURL == "https://\(script)/checkout.js")
    #expect(account.ledgerCurrency.code == currency)
    #expect(!account.endpoint.isFerrySandbox)
  }

  @Test("An unknown code has no region")
  func noRegion() { #expect(AmazonPayRegion(alias: "cn") == nil) }

  @Test("Refuses keys of the other mode")
  func mixedModes() {
    #expect(throws: AmazonPayAccountProblems(.publicKeyOfOtherMode(.live))) {
      try TestAccount.make(mode: .test, publicKeyId: "LIVE-ABC")
    }
    #expect(throws: AmazonPayAccountProblems(.publicKeyOfOtherMode(.sandbox))) {
      try TestAccount.make(mode: .live, publicKeyId: "SANDBOX-ABC")
    }
  }

  @Test(
    "A sandbox URL determines host, port and script",
    arguments: [
      ("http://127.0.0.1:3081", "http://127.0.0.1:3081", "127.0.0.1", "http://127.0.0.1:3081/checkout.js"),
      ("http://localhost/", "http://localhost", "localhost", "http://localhost/checkout.js"),
      ("http://127.1.2.3:80/pay/", "http://127.1.2.3", "127.1.2.3", "http://127.1.2.3/pay/checkout.js"),
      ("http://[::1]:3081", "http://[::1]:3081", "[::1]", "http://[::1]:3081/checkout.js"),
      ("https://sandbox.example", "https://sandbox.example", "sandbox.example", "https://sandbox.example/checkout.js"),
      (
        "HTTPS://Sandbox.Example:443", "https://sandbox.example", "sandbox.example",
        "https://sandbox.example/checkout.js"
      ),
    ])
  func sandbox(_ address: String, _ origin: String, _ host: String, _ script: String) throws {
    let endpoint = try TestAccount.make(sandboxURL: address).endpoint
    #expect(endpoint.origin == origin)
    #expect(endpoint.host == host)
    #expect(endpoint.scriptURL == script)
    #expect(endpoint.isFerrySandbox)
  }

  @Test(
    "Refuses an unsafe or malformed sandbox URL",
    arguments: [
      ("http://sandbox.example", AmazonPayAccountProblem.sandboxURLNotSecure),
      ("http://127.0.0.1.example", .sandboxURLNotSecure),
      ("http://10.0.0.1:3081", .sandboxURLNotSecure),
      ("ftp://127.0.0.1", .sandboxURLUnreadable),
      ("127.0.0.1:3081", .sandboxURLUnreadable),
      ("", .sandboxURLUnreadable),
      ("http://", .sandboxURLUnreadable),
      ("http://user:secret@127.0.0.1", .sandboxURLUnreadable),
      ("http://127.0.0.1/?a=b", .sandboxURLUnreadable),
    ])
  func badSandbox(_ address: String, _ problem: AmazonPayAccountProblem) {
    #expect(throws: AmazonPayAccountProblems(problem)) { try TestAccount.make(sandboxURL: address) }
  }

  @Test("Live payments never go to a sandbox")
  func liveSandbox() {
    #expect(throws: AmazonPayAccountProblems(.sandboxForLive)) {
      try TestAccount.make(mode: .live, publicKeyId: "LIVE-ABC", sandboxURL: "https://pay.example")
    }
  }

  @Test("Reports all problems together, each with its setting and without the key's text")
  func allProblems() throws {
    do {
      _ = try AmazonPayAccount(
        mode: .live, region: .japan, merchantId: "", storeId: "shop-1", publicKeyId: "-----BEGIN PUBLIC KEY-----",
        privateKeyPEM: Secret("MIIEvQIBADANBgkq"), ledgerCurrency: .usd, sandboxURL: "http://127.0.0.1")
      Issue.record("A broken account was accepted.")
    } catch {
      let problems = error
      #expect(
        problems.problems == [
          .merchantIdMissing, .storeIdMalformed, .publicKeyIdMalformed, .ledgerCurrency(.japan), .sandboxForLive,
          .privateKey(.headerMissing),
        ])
      #expect(Set(problems.problems.map(\.setting)) == Set(AmazonPaySetting.allCases))
      #expect(!problems.description.contains("MIIE"))
      #expect(problems.description.split(separator: "\n").count == 6)
    }
  }

  @Test(
    "Allows redirects to Amazon's pages only",
    arguments: [
      ("https://payments.amazon.co.jp/checkout/processing?amazonCheckoutSessionId=1", true),
      ("https://apay-us.amazon.com/checkout/processing", true),
      ("https://payments.amazon.de/x", true),
      ("https://amazon.co.uk", true),
      ("https://payments.amazon.com.be/x", true),
      ("https://payments.amazon.co.jp:443/x", true),
      ("http://payments.amazon.co.jp/x", false),
      ("https://payments.amazon.co.jp:8443/x", false),
      ("https://payments.amazon.evil/x", false),
      ("https://amazon.com.evil.example/x", false),
      ("https://payments-amazon.com/x", false),
      ("https://notamazon.com/x", false),
      ("https://amazon.co.evil/x", false),
      ("https://user@payments.amazon.com/x", false),
      ("https://payments.amazon.com@evil.example/x", false),
      ("https://.amazon.com/x", false),
      ("javascript:alert(1)//payments.amazon.com", false),
      ("//payments.amazon.com/x", false),
      ("http://127.0.0.1:3081/x", false),
      ("", false),
    ])
  func redirects(_ address: String, _ isAllowed: Bool) throws {
    #expect(try TestAccount.make().endpoint.mayRedirect(to: address) == isAllowed)
  }

  @Test(
    "A file of evidence is sent to Amazon or its storage, over TLS",
    arguments: [
      ("https://pay-api.amazon.jp/v1/files/f/contents", true),
      ("https://evidence.s3.amazonaws.com/f?signature=x", true),
      ("http://evidence.s3.amazonaws.com/f", false), ("https://amazonaws.com.evil.example/f", false),
      ("https://evil.example/.amazonaws.com", false), ("", false),
    ])
  func files(_ address: String, _ isAllowed: Bool) throws {
    #expect(try TestAccount.make().endpoint.mayReceiveFile(at: address) == isAllowed)
  }

  @Test("With a sandbox, allows redirects to its own pages only")
  func sandboxRedirects() throws {
    let endpoint = try TestAccount.make(sandboxURL: "http://127.0.0.1:3081/api").endpoint
    #expect(endpoint.mayRedirect(to: "http://127.0.0.1:3081/checkout/processing?amazonCheckoutSessionId=1"))
    #expect(!endpoint.mayRedirect(to: "http://127.0.0.1:3082/checkout/processing"))
    #expect(!endpoint.mayRedirect(to: "https://127.0.0.1:3081/checkout/processing"))
    #expect(!endpoint.mayRedirect(to: "https://payments.amazon.co.jp/checkout/processing"))
    #expect(endpoint.mayReceiveFile(at: "http://127.0.0.1:3081/files/f/contents"))
    #expect(!endpoint.mayReceiveFile(at: "https://evidence.s3.amazonaws.com/f"))
  }
}

extension AmazonPayAccountProblems {
  init(_ problem: AmazonPayAccountProblem) { self.init(problems: [problem]) }
}
