import FerryWeb

extension ConsolePage {
  /// The headers and the body of a request or answer.
  /// - Parameter id: Names the body's element.
  func message(_ message: LoggedMessage, query: [LoggedField] = [], id: String) -> HTML {
    let headers = message.headers.map { row($0) }
    return """
      \(if: !query.isEmpty, "<p class=\"small lead\">\(text.query)</p>\(fields(query, id: "\(id)-query"))")\
      \(if: !headers.isEmpty, """
      <details><summary>\(text.headers(headers.count))</summary><dl class="fields" id="\(id)-headers">\(headers)</dl></details>
      """)\
      \(message.body.map { body($0, id: "\(id)-body") } ?? "<p class=\"small lead\">\(text.noBody)</p>")
      """
  }

  private func body(_ body: LoggedBody, id: String) -> HTML {
    let kind = [body.mediaType, text.bytes(body.size)].compactMap(\.self).joined(separator: ", ")
    return """
      <p class="small lead">\(kind)</p>\(content(body.content, id: id))\
      \(if: body.isCut, Notice(.info, text.cut).html)
      """
  }

  private func content(_ content: LoggedBody.Content, id: String) -> HTML {
    switch content {
    case .json(let text): "<pre id=\"\(id)\">\(text)</pre>"
    case .fields(let all): fields(all, id: id)
    case .omitted: "<p id=\"\(id)\">\(text.omitted)</p>"
    }
  }

  private func fields(_ fields: [LoggedField], id: String) -> HTML {
    #"<dl class="fields" id="\#(id)">\#(fields.map { row($0) })</dl>"#
  }

  private func row(_ field: LoggedField) -> HTML {
    "<div><dt>\(field.name)</dt><dd class=\"id\">\(field.text ?? Redaction.mark)</dd></div>"
  }
}
