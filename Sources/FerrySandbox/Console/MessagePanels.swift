import FerryWeb

extension ConsolePage {
  /// The headers and the body of a request or answer.
  /// - Parameter id: Names the body's element.
  func message(_ message: LoggedMessage, query: [LoggedField] = [], id: String) -> HTML {
    let headers = message.headers.map { row($0) }
    return """
      \(if: !query.isEmpty, "<p class=\"small lead\">Query</p>\(fields(query, id: "\(id)-query"))")\
      \(if: !headers.isEmpty, """
      <details><summary>Headers: \(headers.count)</summary><dl class="fields" id="\(id)-headers">\(headers)</dl></details>
      """)\
      \(message.body.map { body($0, id: "\(id)-body") } ?? "<p class=\"small lead\">No body</p>")
      """
  }

  private func body(_ body: LoggedBody, id: String) -> HTML {
    let kind = [body.mediaType, "\(body.size) bytes"].compactMap(\.self).joined(separator: ", ")
    return """
      <p class="small lead">\(kind)</p>\(content(body.content, id: id))\
      \(if: body.isCut, Notice(.info, "The body is longer. The sandbox keeps its beginning.").html)
      """
  }

  private func content(_ content: LoggedBody.Content, id: String) -> HTML {
    switch content {
    case .json(let text): "<pre id=\"\(id)\">\(text)</pre>"
    case .fields(let all): fields(all, id: id)
    case .omitted:
      """
      <p id="\(id)">The sandbox keeps bodies only if they are JSON or a form, in which it can hide secrets.</p>
      """
    }
  }

  private func fields(_ fields: [LoggedField], id: String) -> HTML {
    #"<dl class="fields" id="\#(id)">\#(fields.map { row($0) })</dl>"#
  }

  private func row(_ field: LoggedField) -> HTML {
    "<div><dt>\(field.name)</dt><dd class=\"id\">\(field.text ?? Redaction.mark)</dd></div>"
  }
}
