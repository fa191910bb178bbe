import FerryCore
import FerryServer
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import Yams

@Suite("openapi.yaml")
struct OpenAPITests {
  private static let methods: Set<String> = ["get", "post", "put", "patch", "delete"]

  private func document() throws -> [String: Any] {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = try String(contentsOfFile: "/\(path)/openapi.yaml", encoding: .utf8)
    return try #require(try Yams.load(yaml: text) as? [String: Any])
  }

  @Test("Its operations are the router's routes below /v1")
  func routes() async throws {
    let paths = try #require(try document()["paths"] as? [String: [String: Any]])
    let described = Set(
      paths.flatMap { path, item in item.keys.filter(Self.methods.contains).map { "\($0.uppercased()) \(path)" } })
    try await TestServer.run { server in
      let router = Router(context: ClientContext.self)
      server.server.addRoutes(to: router)
      let routes = router.routes.map { "\($0.method) \($0.path)" }
      #expect(Set(routes.filter { $0.contains(" /v1") }) == described)
    }
  }

  @Test("Every operation documents a stopping server and a query that is too long, and refuses the latter")
  func longQueries() async throws {
    let paths = try #require(try document()["paths"] as? [String: [String: Any]])
    let operations = paths.flatMap { path, item in
      item.compactMap { method, operation -> (path: String, method: String, isTold: Bool)? in
        guard Self.methods.contains(method) else { return nil }
        let responses = (operation as? [String: Any])?["responses"] as? [String: Any]
        return (path, method.uppercased(), responses?["413"] != nil && responses?["503"] != nil)
      }
    }
    #expect(operations.count > 5)
    let query = "?x=" + String(repeating: "x", count: 8_192)
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let app = try await TestApp.started(on: server, reference: "A-2")
      for operation in operations {
        #expect(operation.isTold, "\(operation.method) \(operation.path)")
        let method = try #require(HTTPRequest.Method(rawValue: operation.method))
        let isApp = operation.path.hasPrefix("/v1/app/")
        let id = isApp ? app.id : checkout.id
        let path = operation.path.replacing("{id}", with: id).replacing("{name}", with: "orders")
        let place = path.replacing("{dispute}", with: "case-1") + query
        let answer = try await server.call(
          method, place, "{}", key: isApp ? app.token : TestServer.testKey, idempotencyKey: "key-2",
          verifier: app.verifier)
        #expect(answer.problem?.type == .tooLarge, "\(operation.method) \(operation.path)")
      }
    }
  }

  @Test("Every operation with a body names all members that are required and missing in one answer")
  func missingMembers() async throws {
    let document = try document()
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: Any])
    let operations = paths.compactMap { path, item -> (method: HTTPRequest.Method, path: String, required: [String])? in
      let body = ((item["post"] ?? item["put"]) as? [String: Any])?["requestBody"] as? [String: Any]
      let content = (body?["content"] as? [String: Any])?["application/json"] as? [String: Any]
      let reference = (content?["schema"] as? [String: Any])?["$ref"] as? String
      guard let name = reference?.split(separator: "/").last else { return nil }
      let required = (schemas[String(name)] as? [String: Any])?["required"] as? [String]
      return required.map { (item["post"] == nil ? .put : .post, path, $0) }
    }
    #expect(operations.count > 5)
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let app = try await TestApp.started(on: server, reference: "A-2")
      for (method, path, required) in operations {
        let isApp = path.hasPrefix("/v1/app/")
        let answer = try await server.call(
          method, path.replacing("{id}", with: isApp ? app.id : checkout.id).replacing("{dispute}", with: "case-1"),
          "{}",
          key: isApp ? app.token : TestServer.testKey, idempotencyKey: "key-2", verifier: app.verifier)
        #expect(answer.problem?.type == .invalidFields, "\(path)")
        #expect(Set(answer.problem?.errors.map(\.pointer) ?? []) == Set(required.map { "/" + $0 }), "\(path)")
      }
    }
  }

  @Test("Every operation refuses a request without its key or token")
  func withoutKey() async throws {
    let paths = try #require(try document()["paths"] as? [String: [String: Any]])
    let operations = paths.flatMap { path, item in
      item.keys.filter(Self.methods.contains).map { (method: $0.uppercased(), path: path) }
    }
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let before = await server.service.everything()
      for operation in operations {
        let method = try #require(HTTPRequest.Method(rawValue: operation.method))
        let place = operation.path.replacing("{id}", with: checkout.id).replacing("{name}", with: "orders")
          .replacing("{dispute}", with: "case-1")
        let answer = try await server.call(method, place, "{}", key: nil, idempotencyKey: "key-2")
        #expect(answer.status == .unauthorized, "\(operation.method) \(operation.path)")
      }
      #expect(await server.service.everything() == before)
    }
  }

  @Test("It names every type of problem that the server sends")
  func problems() throws {
    let components = try #require(try document()["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: Any])
    let type = try #require(schemas["ProblemType"] as? [String: Any])
    #expect(type["enum"] as? [String] == Problem.Kind.all.map(\.rawValue))
  }

  @Test("The documents explain every type of problem, each in the section that its help names, and no other")
  func problemPage() throws {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(path)/Documentation/Problems.md", encoding: .utf8)
    let sections = page.components(separatedBy: "\n## ").dropFirst()
    let places = sections.map { "/docs/problems#" + $0.prefix { $0 != "\n" } }
    #expect(places == Problem.Kind.all.map { $0.help ?? "" })
    for (section, kind) in zip(sections, Problem.Kind.all) {
      let paragraphs = section.split(separator: "\n\n").dropFirst()
      #expect(paragraphs.count >= 2, "\(kind.rawValue): what happened, and what to do")
      #expect(paragraphs.first?.hasPrefix("\(kind.statusCode). ") == true, "\(kind.rawValue)")
    }
  }

  @Test("It names every type of webhook, and so does the documentation")
  func webhooks() throws {
    let components = try #require(try document()["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: Any])
    let type = try #require(schemas["WebhookType"] as? [String: Any])
    #expect(type["examples"] as? [String] == WebhookType.all.map(\.rawValue))
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let guide = try String(contentsOfFile: "/\(path)/Documentation/Webhooks.md", encoding: .utf8)
    for type in WebhookType.all { #expect(guide.contains("| `\(type)` |"), "\(type)") }
  }

  @Test("The example of a webhook can be read")
  func webhookExample() throws {
    let components = try #require(try document()["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: Any])
    let schema = try #require(schemas["Webhook"] as? [String: Any])
    let example = try #require((schema["examples"] as? [Any])?.first)
    let body = try JSONDecoder().decode(WebhookBody.self, from: JSONSerialization.data(withJSONObject: example))
    #expect(body.type == .checkoutPaid)
    #expect(body.data.payment?.captured == .yen(9_520))
  }

  @Test("Every reference has a target")
  func references() throws {
    let document = try document()
    for reference in Self.references(in: document) {
      let path = reference.split(separator: "/").dropFirst()
      let target = path.reduce(document as Any?) { ($0 as? [String: Any])?[String($1)] }
      #expect(target != nil, "\(reference)")
    }
  }

  private static func references(in value: Any) -> [String] {
    switch value {
    case let object as [String: Any]:
      object.flatMap { $0 == "$ref" ? [$1 as? String ?? ""] : references(in: $1) }
    case let list as [Any]: list.flatMap(references)
    default: []
    }
  }

  @Test("The example of a creation is accepted")
  func creationExample() async throws {
    let components = try #require(try document()["components"] as? [String: Any])
    let schemas = try #require(components["schemas"] as? [String: Any])
    let schema = try #require(schemas["CreateCheckout"] as? [String: Any])
    let example = try #require((schema["examples"] as? [Any])?.first)
    let json = try JSONSerialization.data(withJSONObject: example)
    let body = String(decoding: json, as: UTF8.self).replacing("amazon-pay", with: "sandbox")
    try await TestServer.run { server in
      let response = try await server.create(body)
      #expect(response.status == .created)
    }
  }
}
