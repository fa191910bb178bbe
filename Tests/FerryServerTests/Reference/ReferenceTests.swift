import FerryCore
import FerryServer
import FerryWeb
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing
import Yams

@Suite("The reference of the API")
struct ReferenceTests {
  private static func file(_ name: String) throws -> String {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try String(contentsOfFile: "/\(folder)/\(name)", encoding: .utf8)
  }

  /// The parts of a page that have an id, by it.
  private static func sections(_ page: String) -> [String: String] {
    let parts = page.split(separator: #"<section class="panel operation" id=""#).dropFirst()
    return Dictionary(
      parts.map { (String($0.prefix { $0 != "\"" }), String($0)) }, uniquingKeysWith: { first, _ in first + "twice" })
  }

  /// The names of all members of a schema that have no page of their own.
  private static func fields(_ schema: Any?) -> [String] {
    guard let schema = schema as? [String: Any] else { return [] }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    return properties.keys + properties.values.flatMap(fields) + fields(schema["items"])
  }

  @Test("It has every operation with its address, parameters, answers, and the fields of bodies")
  func operations() async throws {
    try await TestServer.run { server in
      let api = try API()
      let page = try await server.visit("/docs").text
      let sections = Self.sections(page)
      #expect(api.operations.count > 30)
      for operation in api.operations {
        let section = try #require(sections[operation.id], "\(operation.id)")
        #expect(section.contains("\(operation.method) \(operation.path)</code>"), "\(operation.id)")
        for name in operation.parameters {
          #expect(section.contains("<code>\(name)</code>"), "\(operation.id) \(name)")
        }
        for name in Self.fields(operation.body) {
          #expect(section.contains("<code>\(name)</code>"), "\(operation.id) \(name)")
        }
        for (status, answer) in operation.answers {
          #expect(section.contains("<dt>\(status)</dt>"), "\(operation.id) \(status)")
          for name in Self.fields(answer.schema) where !answer.isNamed {
            #expect(section.contains("<code>\(name)</code>"), "\(operation.id) \(name)")
          }
        }
      }
    }
  }

  @Test("It has every type with every field, and each page has no id twice")
  func types() async throws {
    try await TestServer.run { server in
      let api = try API()
      let page = try await server.visit("/docs").text
      let sections = Self.sections(page)
      #expect(api.schemas.count > 30)
      for (type, schema) in api.schemas {
        let section = try #require(sections["type-\(type)"], "\(type)")
        for name in Self.fields(schema) { #expect(section.contains("<code>\(name)</code>"), "\(type) \(name)") }
      }
      let ids = page.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
      #expect(ids.count == Set(ids).count)
      let values = try #require((api.schemas["Mode"] as? [String: Any])?["enum"] as? [String])
      for value in values { #expect(sections["type-Mode"]?.contains("<code>\(value)</code>") == true) }
    }
  }

  @Test("Every answer that is a problem names its kind, and leads to the section that says what to do")
  func problems() async throws {
    try await TestServer.run { server in
      let api = try API()
      let page = try await server.visit("/docs").text
      let problems = try await server.visit("/docs/problems").text
      let sections = Self.sections(page)
      let kinds = Problem.Kind.all.compactMap { $0.help?.split(separator: "#").last.map(String.init) }
      #expect(kinds.count == Problem.Kind.all.count)
      let explained = Self.sections(problems)
      #expect(explained.count == kinds.count)
      for kind in kinds { #expect((explained[kind]?.count ?? 0) > 100, "\(kind)") }
      for operation in api.operations {
        for (status, answer) in operation.answers where answer.isProblem {
          let named = kinds.filter {
            answer.text.contains("`\($0)`") || answer.exampleType == "urn:ferry:problem:\($0)"
          }
          #expect(!named.isEmpty, "\(operation.id) \(status)")
          for kind in named {
            #expect(
              sections[operation.id]?.contains(#"href="/docs/problems#\#(kind)""#) == true, "\(operation.id) \(kind)")
          }
        }
      }
    }
  }

  @Test("Every link leads to a place that exists")
  func links() async throws {
    try await TestServer.run { server in
      for path in ["/docs", "/docs/problems"] {
        let page = try await server.visit(path)
        let links = Set(page.text.matches(of: /\ (?:href|src)="([^"]+)"/).map { String($0.1) }).subtracting(["data:,"])
        #expect(links.count > 3)
        for link in links {
          let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
          let target = parts[0].isEmpty ? page : try await server.visit(parts[0])
          #expect(target.status == .ok, "\(link)")
          if parts.count > 1 { #expect(target.text.contains(" id=\"\(parts[1])\""), "\(link)") }
        }
      }
    }
  }

  @Test("Its pages have no script, load nothing from other sites, and say so in their policy")
  func selfContained() async throws {
    try await TestServer.run { server in
      for path in ["/docs", "/docs/problems"] {
        let page = try await server.visit(path)
        #expect(page.status == .ok)
        #expect(page.headers[.contentSecurityPolicy] == PagePolicy().headerValue)
        #expect(PagePolicy().headerValue.contains("default-src 'none'; style-src 'self'; "))
        #expect(!page.text.contains("<script") && !page.text.contains("style=\"") && !page.text.contains("<style"))
        #expect(page.text.matches(of: /(href|src)="http/).isEmpty)
      }
    }
  }

  @Test("It serves openapi.yaml and shows Problems.md as they stand in the package")
  func files() async throws {
    try await TestServer.run { server in
      let yaml = try await server.visit("/docs/openapi.yaml")
      #expect(yaml.headers[.contentType] == "application/yaml")
      #expect(yaml.text == (try Self.file("openapi.yaml")))
      let page = try await server.visit("/docs/problems").text
      let document = try Self.file("Documentation/Problems.md")
      // Its words, without the names of languages that begin blocks of code.
      let words = Set(document.replacing(/```[a-z]+/, with: "").split { !$0.isLetter })
      #expect(words.count > 200)
      #expect(words.subtracting(page.split { !$0.isLetter }) == [])
    }
  }

  @Test("Texts of openapi.yaml and Problems.md have no Markdown that the reference would show as it is")
  func markdown() async throws {
    try await TestServer.run { server in
      for path in ["/docs", "/docs/problems"] {
        let page = try await server.visit(path).text
        let prose = page.replacing(/<code[^>]*>[^<]*<\/code>/, with: "")
        for mark in ["](", "**", "`", "\n#", "| "] { #expect(!prose.contains(mark), "\(path) \(mark)") }
      }
    }
  }

  @Test("An example of openapi.yaml is shown as the JSON that it stands for")
  func examples() async throws {
    try await TestServer.run { server in
      let api = try API()
      let page = try await server.visit("/docs").text
      let section = try #require(Self.sections(page)["type-CreateCheckout"])
      let shown = try #require(section.firstMatch(of: /<pre><code>([^<]*)<\/code>/)).1.replacing("&quot;", with: "\"")
      let schema = try #require(api.schemas["CreateCheckout"] as? [String: Any])
      let example = try #require((schema["examples"] as? [Any])?.first as? NSDictionary)
      #expect(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? NSDictionary == example)
    }
  }
}

/// `openapi.yaml`, read without the code of the reference.
private struct API {
  struct Answer {
    let text: String
    let exampleType: String?
    let schema: Any?
    let isNamed: Bool
    let isProblem: Bool
  }

  struct Operation {
    let id: String
    let method: String
    let path: String
    let parameters: [String]
    let body: Any?
    let answers: [String: Answer]
  }

  let schemas: [String: Any]
  let operations: [Operation]

  init() throws {
    let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let text = try String(contentsOfFile: "/\(folder)/openapi.yaml", encoding: .utf8)
    let document = try #require(try Yams.load(yaml: text) as? [String: Any])
    func resolved(_ value: Any?) -> [String: Any] {
      let object = value as? [String: Any] ?? [:]
      guard let reference = object["$ref"] as? String else { return object }
      return resolved(
        reference.split(separator: "/").dropFirst().reduce(document as Any?) { ($0 as? [String: Any])?[String($1)] })
    }
    func names(_ parameters: Any?) -> [String] {
      (parameters as? [Any] ?? []).compactMap { resolved($0)["name"] as? String }
    }
    func answer(_ value: Any) -> Answer {
      let answer = resolved(value)
      let content = (answer["content"] as? [String: Any] ?? [:]).first
      let media = content?.value as? [String: Any]
      let schema = media?["schema"] as? [String: Any]
      return Answer(
        text: answer["description"] as? String ?? "",
        exampleType: (media?["example"] as? [String: Any])?["type"] as? String, schema: schema,
        isNamed: schema?["$ref"] != nil, isProblem: content?.key == "application/problem+json")
    }
    let components = try #require(document["components"] as? [String: Any])
    schemas = try #require(components["schemas"] as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let webhooks = try #require(document["webhooks"] as? [String: [String: Any]])
    let items = paths.map { ($0.key, $0.value) } + webhooks.values.map { ("to your endpoint", $0) }
    operations = items.flatMap { path, item in
      ["get", "post", "put", "patch", "delete"].compactMap { method -> Operation? in
        guard let operation = item[method] as? [String: Any] else { return nil }
        let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: Any]
        let media = content?["application/json"] as? [String: Any]
        return Operation(
          id: operation["operationId"] as? String ?? "", method: method.uppercased(), path: path,
          parameters: names(item["parameters"]) + names(operation["parameters"]),
          body: (media?["schema"]).map(resolved),
          answers: (operation["responses"] as? [String: Any] ?? [:]).mapValues(answer))
      }
    }
  }
}
