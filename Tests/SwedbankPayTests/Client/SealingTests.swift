import FerryCore
import FerryHTTP
import Foundation
import HTTPTypes
import SwedbankPay
import Testing

@Suite("Sealing")
struct SealingTests {
  private func seal(
    _ call: SwedbankPayCall, _ buyer: BuyerFacts? = nil, _ account: SwedbankPayAccount? = nil
  ) throws -> SealedRequest {
    try (account ?? .sample()).seal(call, buyer: buyer, sessionID: .sample)
  }

  @Test("A question asks for its version by Accept, and has no body", arguments: APIVersion.allCases)
  func get(_ version: APIVersion) throws {
    let sealed = try seal(.getPaymentOrder(.sample, expanding: [.paid, .financialTransactions], version: version))
    let fields = sealed.request.headerFields
    #expect(sealed.request.method == .get)
    #expect(sealed.request.authority == "api.externalintegration.payex.com")
    #expect(sealed.request.scheme == "https")
    #expect(sealed.request.path == "\(Answers.id)?$expand=paid,financialTransactions")
    #expect(
      fields[.accept] == (version == .v2 ? "application/json" : "application/json;version=\(version.rawValue)"))
    #expect(fields[.contentType] == nil)
    #expect(fields[.authorization] == "Bearer sample-token")
    #expect(fields[.userAgent] == "shop/1.0")
    #expect(try sealed.header("Session-Id") == SessionID.sample.text)
    #expect(try sealed.header("Forwarded") == nil)
    #expect(sealed.body.isEmpty)
  }

  @Test("A change asks for its version by Content-Type", arguments: APIVersion.allCases)
  func change(_ version: APIVersion) throws {
    let sealed = try seal(.abort(.sample(), version: version))
    #expect(sealed.request.method == .patch)
    #expect(sealed.request.path == "\(Answers.id)?_tc_tid=c3")
    #expect(
      sealed.request.headerFields[.contentType]
        == (version == .v2 ? "application/json" : "application/json;version=\(version.rawValue)"))
    #expect(
      sealed.request.headerFields[.accept] == "application/problem+json; q=1.0, application/json; q=0.9")
    let body = String(decoding: sealed.body, as: UTF8.self)
    #expect(body == #"{"paymentorder":{"abortReason":"CancelledByConsumer","operation":"Abort"}}"#)
  }

  @Test("A new payment order gets payee and browser in its body, and the payer's address in a header")
  func create() throws {
    let call = try SwedbankPayCall.createPaymentOrder(.sample())
    #expect(!String(decoding: call.content, as: UTF8.self).contains("5cabf558"))
    let sealed = try seal(call, .sample)
    let order = try JSONDecoder().decode(UntypedJSON.self, from: Data(sealed.body))["paymentorder"]
    #expect(order?["userAgent"] == "Mozilla/5.0 (iPhone)")
    #expect(order?["payeeInfo"]?["payeeId"] == "5cabf558-5283-482f-b252-4d58e06f6f3b")
    #expect(order?["payeeInfo"]?["payeeReference"] == "AB832")
    #expect(order?["amount"] == 1500)
    #expect(try sealed.header("Forwarded") == "for=198.51.100.7")
    #expect(sealed.request.path == "/psp/paymentorders")
  }

  @Test("An IPv6 address is quoted in its header, and no other text gets there")
  func forwarded() throws {
    let call = try SwedbankPayCall.createPaymentOrder(.sample())
    let sealed = try seal(call, BuyerFacts(ipAddress: "2001:db8::7", userAgent: "x"))
    #expect(try sealed.header("Forwarded") == #"for="[2001:db8::7]""#)
    for address in ["198.51.100.7:80", "1.2.3.4;host=evil", "unknown", "", "x\r\ny"] {
      #expect(
        try refusedField { try seal(call, BuyerFacts(ipAddress: address, userAgent: "x")) } == "/Forwarded")
    }
  }

  @Test("A payer has a browser; a charge without a payer shows the merchant's system")
  func browser() throws {
    let call = try SwedbankPayCall.createPaymentOrder(.sample())
    for buyer in [nil, BuyerFacts(userAgent: ""), BuyerFacts(userAgent: "a\r\nb")] {
      #expect(try refusedField { try seal(call, buyer) } == "/paymentorder/userAgent")
    }
    let recur = try SwedbankPayCall.createPaymentOrder(
      .sample(.recur) {
        $0.token = StoredToken(.recurrence, "t")
        $0.payer = Payer(payerReference: "p")
        $0.urls = PaymentOrderURLs()
      })
    let body = try JSONDecoder().decode(UntypedJSON.self, from: Data(seal(recur).body))
    #expect(body["paymentorder"]?["userAgent"] == "shop/1.0")
  }

  @Test(
    "The access token goes to the API's host only",
    arguments: [
      "https://evil.example\(Answers.id)", "https://api.payex.com\(Answers.id)", "//evil.example/psp", "",
      "https://api.swedbankpay.com/psp", "https://ecom.externalintegration.swedbankpay.com/psp",
      "https://online.externalintegration.swedbankpay.com/psp", "https://externalintegration.swedbankpay.com/psp",
      "http://api.externalintegration.swedbankpay.com/psp", "https://api.externalintegration.swedbankpay.com:8443/psp",
      "https://api.externalintegration.swedbankpay.com.evil.example/psp",
      "https://api.externalintegration.payex.com@evil.example/", "http://api.externalintegration.payex.com/psp",
      "https://api.externalintegration.payex.com:8443/psp", "psp/paymentorders", "/psp/\r\nHost: x", "/psp/a#b",
      "https://api.externalintegration.payex.com", "https://ecom.externalintegration.payex.com/x", "/\\evil.example",
    ])
  func foreignHosts(_ target: String) throws {
    let call = SwedbankPayCall(.abort, .patch, target, .v3_1, content: Array("{}".utf8))
    #expect(try refusedField { try seal(call) } == "/href")
  }

  @Test("Paths and absolute addresses at the API's host are the same")
  func ownHost() throws {
    for target in ["/psp/x?a=b", "https://API.externalintegration.payex.com:443/psp/x?a=b"] {
      #expect(try seal(SwedbankPayCall(.abort, .patch, target, .v3_1)).request.path == "/psp/x?a=b")
    }
    let sandbox = try SwedbankPayAccount.sample(apiURL: "http://127.0.0.1:3085")
    #expect(
      try seal(SwedbankPayCall(.abort, .patch, "http://127.0.0.1:3085/p", .v3_1), nil, sandbox).request.authority
        == "127.0.0.1:3085")
  }

  @Test("Session ids are UUIDs of version 4, each its own")
  func sessionIDs() {
    let ids = (0..<50).map { _ in SessionID(SystemRandomness()) }
    #expect(Set(ids).count == 50)
    for id in ids {
      #expect(SessionID(id.text) == id)
      #expect(Array(id.text)[14] == "4")
      #expect("89ab".contains(Array(id.text)[19]))
    }
    for text in ["", "x", "570ad610-3bd5-43d2-a270-ca151056297", "570ad610-3bd5-43d2-a270-ca15105629zz"] {
      #expect(SessionID(text) == nil)
    }
  }
}

extension SealedRequest {
  fileprivate func header(_ name: String) throws -> String? {
    request.headerFields[try #require(HTTPField.Name(name))]
  }
}
