import Yams

/// `openapi.yaml`, as the reference shows it.
struct APIDescription {
  /// One call of the API, or one message that Ferry sends.
  struct Operation {
    let id: String
    /// In capitals.
    let method: String
    /// Nil for a message, which goes to the address of an endpoint.
    let path: String?
    let node: Node
    /// Those of the path, then those of the operation.
    let parameters: [Node]
  }

  /// The operations with one tag.
  struct Group {
    let name: String
    let description: String?
    let operations: [Operation]
  }

  private let root: Node

  /// - Throws: `YamlError` if the text is not YAML.
  init(_ yaml: String) throws { root = try Yams.compose(yaml: yaml) ?? "" }

  var info: Node { root["info"] ?? "" }

  /// In the order of the file.
  var groups: [Group] {
    let all = operations
    return (root["tags"]?.elements ?? []).map { tag in
      let name = tag.text("name") ?? ""
      return Group(
        name: name, description: tag.text("description"),
        operations: all.filter { $0.node["tags"]?.elements.first?.string == name })
    }
  }

  /// The schemas that have a name.
  var types: [(name: String, schema: Node)] { component("schemas") }

  /// The ways a caller can prove who they are.
  var securitySchemes: [(name: String, scheme: Node)] { component("securitySchemes") }

  /// The security scheme of an operation; nil if it needs none.
  func security(of operation: Operation) -> String? {
    (operation.node["security"] ?? root["security"])?.elements.first?.members.first?.name
  }

  /// The node itself, or the one that it refers to.
  func resolved(_ node: Node) -> Node {
    guard let reference = node.text("$ref") else { return node }
    return reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? "" }
  }

  private var operations: [Operation] {
    let calls = (root["paths"]?.members ?? []).flatMap { operations($0.value, path: $0.name) }
    return calls + (root["webhooks"]?.members ?? []).flatMap { operations($0.value, path: nil) }
  }

  private func operations(_ item: Node, path: String?) -> [Operation] {
    let methods: Set = ["get", "put", "post", "delete", "patch"]
    return item.members.filter { methods.contains($0.name) }.map { method, node in
      Operation(
        id: node.text("operationId") ?? "", method: method.uppercased(), path: path, node: node,
        parameters: ((item["parameters"]?.elements ?? []) + (node["parameters"]?.elements ?? [])).map(resolved))
    }
  }

  private func component(_ kind: String) -> [(String, Node)] {
    (root["components"]?[kind]?.members ?? []).map { ($0.name, $0.value) }
  }
}

extension Node {
  /// The members of a mapping, in the order of the file.
  var members: [(name: String, value: Node)] {
    (mapping.map(Array.init) ?? []).map { ($0.key.string ?? "", $0.value) }
  }

  /// The elements of a sequence.
  var elements: [Node] { sequence.map(Array.init) ?? [] }

  func text(_ member: String) -> String? { self[member]?.string }
}
