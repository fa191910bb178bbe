import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing
import Yams

/// Under a misspelt name an amount would be ignored, and all the money move.
@Suite("The JSON API refuses what it does not know, so that money moves by what a shop wrote")
struct UnknownMembersTests {
  @Test(
    "An amount under another name moves no money",
    arguments: [
      ("refund", #"{"Amount":{"amount":"100","currency":"JPY"}}"#, "/Amount", "Did you mean amount?"),
      ("refund", #"{"value":{"amount":"100","currency":"JPY"}}"#, "/value", "Correct its name, or remove it."),
      (
        "refund", #"{"amount":{"amount":"100","currency":"JPY","Amount":"1"}}"#, "/amount/Amount",
        "Did you mean amount?"
      ),
      ("capture", #"{"amount_":"10.00"}"#, "/amount_", "Did you mean amount?"),
      ("void", #"{"amount":{"amount":"100","currency":"JPY"}}"#, "/amount", "Correct its name, or remove it."),
    ])
  func misspelt(_ act: String, _ body: String, _ pointer: String, _ advice: String) async throws {
    try await TestServer.run { server in
      let id = try await server.paid(capture: act == "refund" ? .automatic : .manual)
      let before = await server.service.everything()
      let answer = try await server.call(.post, "/v1/checkouts/\(id)/\(act)", body, idempotencyKey: "once")
      #expect(answer.problem?.type == .invalidFields)
      #expect(
        answer.problem?.errors == [
          Problem.FieldError(pointer: pointer, detail: "There is no member of this name. \(advice)")
        ])
      #expect(await server.service.everything() == before)
      // The key is still good for the call that was meant.
      let meant = try await server.call(.post, "/v1/checkouts/\(id)/\(act)", "{}", idempotencyKey: "once")
      #expect(meant.status == .ok)
    }
  }

  @Test(
    "A creation with members that do not exist creates nothing",
    arguments: [
      (#""tax":{"#, #""discount":{"amount":"500","currency":"JPY"},"tax":{"#, "/order/discount"),
      (#""tax":{"#, #""coupon":"SPRING","tax":{"#, "/order/coupon"),
      (#""tax":{"#, #""Shipping":{"standard":{"amount":"1","currency":"JPY"}},"tax":{"#, "/order/Shipping"),
      (#""quantity":2"#, #""quantity":2,"taxRate":800"#, "/order/lines/0/taxRate"),
      (#""zones":"#, #""noPostOfficeBoxes":true,"zones":"#, "/order/shipping/noPostOfficeBoxes"),
      (#""zones":"#, #""excludedRegions":["沖縄県"],"zones":"#, "/order/shipping/excludedRegions"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"phone":"+46701234567"}"#, "/buyer/phone"),
      (#""tax":{"#, #""moonPrice":{"amount":"500","currency":"JPY"},"tax":{"#, "/order/moonPrice"),
      (#""tax":{"#, #""Tax":{"percent":"8"},"tax":{"#, "/order/Tax"),
      (#""quantity":2"#, #""quantity":2,"moonRate":800"#, "/order/lines/0/moonRate"),
      (#""percent":"10""#, #""percent":"10","moonRates":[1]"#, "/order/tax/moonRates"),
      (#""zones":"#, #""noMoonBoxes":true,"zones":"#, "/order/shipping/noMoonBoxes"),
      (#""regions":"#, #""excludedMoons":["沖縄県"],"regions":"#, "/order/shipping/zones/0/excludedMoons"),
      (#""kind":"browser""#, #""kind":"browser","buyer":{"moonPhone":"+46701234567"}"#, "/buyer/moonPhone"),
      (#""kind":"browser""#, #""kind":"browser","moonPhase":null"#, "/moonPhase"),
      (#""kind":"browser""#, #""kind":"browser","providerOptions":{"sandbx":{}}"#, "/providerOptions/sandbx"),
    ])
  func creation(_ original: String, _ replacement: String, _ pointer: String) async throws {
    try await TestServer.run { server in
      let answer = try await server.create(TestServer.order.replacing(original, with: replacement))
      #expect(answer.status == .unprocessableContent)
      #expect(answer.problem?.errors.map(\.pointer) == [pointer])
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test(
    "An amount with more decimals than its currency, even zeros, is refused with the right form",
    arguments: [
      ("3.000", "JPY", "JPY has no decimals, and no point separates thousands; write 3000, not 3.000."),
      ("3000.00", "JPY", "JPY has no decimals"), ("50.000", "COP", "COP has 2 decimals at most"),
      ("1.000", "SEK", "write 3000 or 3000.00."), ("1,000", "SEK", "Write digits"),
    ])
  func zeros(_ amount: String, _ currency: String, _ advice: String) async throws {
    try await TestServer.run { server in
      let order = TestServer.order.replacing("JPY", with: currency)
      let created = try await server.create(order.replacing(#""1200""#, with: #""\#(amount)""#))
      #expect(created.problem?.errors.map(\.pointer) == ["/order/lines/0/unitPrice/amount"])
      #expect(created.problem?.detail.contains(advice) == true, "\(created.problem?.detail ?? "")")
      let id = try await server.paid()
      let before = await server.service.everything()
      let refund = try await server.call(
        .post, "/v1/checkouts/\(id)/refund", #"{"amount":{"amount":"\#(amount)","currency":"\#(currency)"}}"#,
        idempotencyKey: "once")
      #expect(refund.problem?.errors.map(\.pointer) == ["/amount/amount"])
      #expect(await server.service.everything() == before)
    }
  }

  @Test(
    "Amounts with as many decimals as their currency has, or fewer, are taken", arguments: ["3000", "12.5", "12.50"])
  func decimals(_ amount: String) async throws {
    try await TestServer.run { server in
      let order = TestServer.order.replacing("JPY", with: "SEK").replacing(#""1200""#, with: #""\#(amount)""#)
      let created = try await server.create(order)
      #expect(created.status == .created)
    }
  }

  @Test("One byte order mark before a body is ignored, and the body keeps its idempotency key")
  func byteOrderMark() async throws {
    try await TestServer.run { server in
      let created = try await server.create("\u{FEFF}" + TestServer.order)
      #expect(created.status == .created)
      #expect(try await server.create().status == .ok)
      #expect(try await server.create("\u{FEFF}\u{FEFF}" + TestServer.order).problem?.type == .malformed)
    }
  }

  @Test("An app that is newer than the server may send members that the server does not know")
  func apps() async throws {
    try await TestServer.run { server in
      let app = try await TestApp.started(on: server)
      let browser = try await app.open(app.ticket)
      let link = try await app.comeBack(browser)
      #expect(try await app.call("claim", #"{"code":"\#(link.code)","moonPhase":1}"#).status == .ok)
      #expect(try await app.call("change", #"{"what":"address","moonPhase":1}"#).status == .ok)
      #expect(try await app.call("keep", #"{"moonPhase":1}"#).status == .ok)
      let agreed = TestApp.agreed().dropLast() + #","moonPhase":1}"#
      #expect(try await app.call("confirm", String(agreed)).status.code < 300)
    }
  }
}

@Suite("What openapi.yaml says about unknown members and parameters")
struct UnknownMembersDescriptionTests {
  private struct Operation {
    let method: HTTPRequest.Method
    let path: String
    let parameters: Set<String>
    /// The name of the body's schema.
    let body: String?
  }

  private static func document() throws -> [String: Any] {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = try String(contentsOfFile: "/\(path)/openapi.yaml", encoding: .utf8)
    return try #require(try Yams.load(yaml: text) as? [String: Any])
  }

  /// The operations that take a secret key.
  private static func operations() throws -> [Operation] {
    let document = try document()
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let components = try #require(document["components"] as? [String: Any])
    let named = try #require(components["parameters"] as? [String: [String: Any]])
    return paths.filter { !$0.key.hasPrefix("/v1/app/") }.flatMap { path, item in
      item.compactMap { name, operation -> Operation? in
        guard let method = HTTPRequest.Method(rawValue: name.uppercased()), let operation = operation as? [String: Any]
        else { return nil }
        let described = [item["parameters"], operation["parameters"]].compactMap { $0 as? [[String: Any]] }.joined()
        let parameters = described.compactMap { parameter -> String? in
          let reference = (parameter["$ref"] as? String)?.split(separator: "/").last
          let parameter = reference.flatMap { named[String($0)] } ?? parameter
          return parameter["in"] as? String == "query" ? parameter["name"] as? String : nil
        }
        let body = (operation["requestBody"] as? [String: Any])?["content"] as? [String: Any]
        let schema = (body?["application/json"] as? [String: Any])?["schema"] as? [String: Any]
        return Operation(
          method: method, path: path, parameters: Set(parameters),
          body: (schema?["$ref"] as? String)?.split(separator: "/").last.map(String.init))
      }
    }
  }

  @Test("Every operation with a secret key refuses an unknown member of its body, and an unknown parameter")
  func refused() async throws {
    let operations = try Self.operations()
    #expect(operations.count > 20)
    try await TestServer.run { server in
      let id = try await server.create().decoded(CheckoutBody.self).id
      let before = await server.service.everything()
      for operation in operations {
        let path = operation.path.replacing("{id}", with: id).replacing("{name}", with: "orders").replacing(
          "{dispute}", with: "D-1")
        let place = Comment(rawValue: "\(operation.method) \(operation.path)")
        let query = try await server.call(operation.method, path + "?moonPhase=full", idempotencyKey: "key-2")
        #expect(query.problem?.errors.map(\.pointer) == ["/moonPhase"], place)
        #expect(
          query.problem?.detail.contains(operation.parameters.sorted().first ?? "has no parameters") == true, place)
        guard operation.method != .get else { continue }
        let body = try await server.call(operation.method, path, #"{"moonPhase":"full"}"#, idempotencyKey: "key-2")
        #expect(body.problem?.errors.last?.pointer == "/moonPhase", place)
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test("Schemas that only shops send allow no other members, and no answer's schema is closed")
  func schemas() throws {
    let components = try #require(try Self.document()["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: [String: Any]])
    let closed = schemas.filter { $0.value["additionalProperties"] as? Bool == false }.map(\.key).sorted()
    #expect(
      closed == [
        "AnswerDispute", "App", "BuyerFacts", "CreateCheckout", "DeliveryArea", "DeliveryRestrictions", "Evidence",
        "LineQuantity", "NamedAmount",
        "Order", "OrderLine", "PartTax", "PaymentOrder", "RecordDispute", "ResolveCheckout",
        "Search", "ShippingRule", "TaxRule",
      ])
    let zones = (schemas["ShippingRule"]?["properties"] as? [String: [String: Any]])?["zones"]
    #expect((zones?["items"] as? [String: Any])?["additionalProperties"] as? Bool == false)
  }
}
