import FerryCore
import FerryHTTP
import FerryWeb
import Yams

/// The page of the API: every call and message with its parameters, body, answers and problems, and every type.
struct APIReference {
  private let api: APIDescription
  private let groups: [APIDescription.Group]
  private let text: MarkdownText
  private let fields: SchemaFields

  init(_ api: APIDescription) {
    self.api = api
    groups = api.groups
    let calls = groups.flatMap(\.operations).compactMap { call in call.path.map { ("\(call.method) \($0)", call.id) } }
    let links = Dictionary(calls, uniquingKeysWith: { first, _ in first }).mapValues { "#\($0)" as Link }
    text = MarkdownText { links[$0] ?? ProblemReference.link($0) }
    fields = SchemaFields(text: text)
  }

  var html: HTML {
    """
    <div class="intro"><h1>The API of Ferry</h1>\
    <p class="lead">\(api.info.text("summary") ?? "")</p></div>\
    <section class="panel prose"><h2>How to use it</h2>\(api.info.text("description").map(text.blocks) ?? [])</section>\
    <section class="panel prose" id="keys"><h2>Keys</h2><dl class="fields">\(api.securitySchemes.map(scheme))</dl></section>\
    \(contents)\(groups.map(group))\
    <h2 class="group" id="types">Types</h2>\(api.types.map(type))
    """
  }

  private var contents: HTML {
    let types = api.types.map { #"<li><a href="\#(SchemaFields.link($0.name))">\#($0.name)</a></li>"# as HTML }
    return """
      <nav class="panel contents" aria-labelledby="contents"><h2 id="contents">Contents</h2>\(groups.map(links))\
      <h3><a href="#types">Types</a></h3><ul class="names">\(types)</ul></nav>
      """
  }

  private func links(_ group: APIDescription.Group) -> HTML {
    let rows = group.operations.map { operation -> HTML in
      """
      <li><a href="\("#\(operation.id)" as Link)">\(operation.node.text("summary") ?? "")</a> \(address(of: operation))</li>
      """
    }
    return "<h3>\(group.name)</h3><ul>\(rows)</ul>"
  }

  private func group(_ group: APIDescription.Group) -> HTML {
    """
    <section class="operations"><div class="intro"><h2 class="group">\(group.name)</h2>\
    \(group.description.map(text.blocks) ?? [])</div>\(group.operations.map(operation))</section>
    """
  }

  private func operation(_ operation: APIDescription.Operation) -> HTML {
    let key = api.security(of: operation).map { "<p>Authorization: <a href=\"#keys\">\($0)</a>.</p>" as HTML }
    return """
      <section class="panel operation" id="\(operation.id)"><h3>\(operation.node.text("summary") ?? "")</h3>\
      <p>\(address(of: operation))</p>\(operation.node.text("description").map(text.blocks) ?? [])\(key)\
      \(parameters(operation.parameters))\(body(operation.node))\(answers(operation))</section>
      """
  }

  private func address(of operation: APIDescription.Operation) -> HTML {
    "<code class=\"address\">\(operation.method) \(operation.path ?? "to your endpoint")</code>"
  }

  private func parameters(_ parameters: [Node]) -> HTML? {
    guard !parameters.isEmpty else { return nil }
    let rows = parameters.map { parameter -> HTML in
      fields.field(
        parameter.text("name") ?? "", parameter["schema"] ?? "", place: parameter.text("in"),
        isRequired: parameter["required"]?.bool == true, description: parameter.text("description"),
        example: parameter["example"])
    }
    return "<h4>Parameters</h4>\(fields.list(rows))"
  }

  private func body(_ operation: Node) -> HTML? {
    guard let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else { return nil }
    return "<h4>Body: \(fields.kind(schema))</h4>\(fields.whole(api.resolved(schema), showsExamples: true))"
  }

  private func answers(_ operation: APIDescription.Operation) -> HTML {
    let answers = operation.node["responses"]?.members ?? []
    let rows = answers.map { answer($0.name, api.resolved($0.value)) }
    let title: HTML = operation.path == nil ? "Your answer" : "Answers"
    return "<h4>\(title)</h4>\(fields.list(rows))"
  }

  private func answer(_ status: String, _ answer: Node) -> HTML {
    let content = answer["content"]?.members.first?.value
    let schema = content?["schema"]
    let help = ProblemReference.help(forExample: content?["example"]).map { help -> HTML in
      #"<p class="limits">What to do: <a href="\#(help.link)">\#(help.name)</a></p>"#
    }
    let kind = schema.map { #"<dd class="kind">\#(fields.kind($0))</dd>"# as HTML }
    return """
      <div><dt>\(status)</dt>\(kind)\
      <dd>\(answer.text("description").map(text.blocks) ?? [])\(help)\(answer["headers"].map(headers))\
      \(schema.flatMap(fields.fields))\(content?["example"].map { SchemaFields.example($0) })</dd></div>
      """
  }

  private func headers(_ headers: Node) -> HTML {
    let rows = headers.members.map { name, header -> HTML in
      let header = api.resolved(header)
      return fields.field(
        name, header["schema"] ?? "", place: "header", isRequired: header["required"]?.bool == true,
        description: header.text("description"))
    }
    return fields.list(rows)
  }

  private func scheme(_ name: String, _ scheme: Node) -> HTML {
    """
    <div><dt><code>\(name)</code></dt><dd class="kind">header <code>Authorization: Bearer …</code></dd>\
    <dd>\(scheme.text("description").map(text.blocks) ?? [])</dd></div>
    """
  }

  private func type(_ name: String, _ schema: Node) -> HTML {
    #"<section class="panel operation" id="type-\#(name)"><h3>\#(name)</h3>\#(fields.whole(schema))</section>"#
  }
}
