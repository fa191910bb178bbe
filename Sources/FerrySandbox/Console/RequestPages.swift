import FerryCore
import FerryWeb

extension ConsolePage {
  /// The requests of the log, the newest first.
  func requests(_ records: [RequestRecord]) -> Page {
    let shown = records.reversed().filter { !query.onlyRefused || $0.status >= 400 }
    let filter = query.link(Place.requests.link, page: 1, onlyRefused: !query.onlyRefused)
    return page(
      "Requests",
      """
      \(reloading(.requests))
      \(list(
        shown, in: .requests, hint: "Path, id or text of a body", none: "No request has come yet.",
        filters: "<a href=\"\(filter)\">\(query.onlyRefused ? "All" : "Only refused ones")</a>", keys: \.keys,
        row: { row($0) }))
      """)
  }

  private static var latestCount: Int { 20 }

  /// The last requests about an object, the newest first.
  /// - Parameters:
  ///   - link: The object's page.
  ///   - id: Finds all of them.
  func requests(_ records: [RequestRecord], about link: Link, id: String) -> HTML {
    let all = records.reversed().filter { $0.objects.contains(link) }
    let more: HTML? =
      all.count > Self.latestCount
      ? "<a href=\"\(Link(Place.requests.link, query: [("q", id)]))\">All</a>" : nil
    let rows = all.prefix(Self.latestCount).map { row($0) }
    return Panel(
      "Requests", action: more ?? .empty,
      body: rows.isEmpty
        ? "<p>The log has no request about it.</p>" : "<div id=\"requests\" class=\"rows\">\(rows)</div>"
    ).html
  }

  private func row(_ record: RequestRecord) -> HTML {
    """
    <a class="row" href="\("/console/requests/\(String(record.number))" as Link)">\(TimeText(record.at).html)\
    <span class="what"><strong>\(record.method)</strong> <code>\(record.path)</code></span>\
    \(record.keyID.map { "<span class=\"id key\">\($0)</span>" as HTML })\
    <span class="key">\(record.durationText)</span>\
    \(record.chip)\(record.reasonCode.flatMap(explain).map { "<span class=\"why\">\($0)</span>" as HTML })</a>
    """
  }
}

extension RequestRecord {
  fileprivate var chip: HTML {
    StateChip(status >= 400 ? .bad : status == 202 ? .open : .good, String(status), reasonCode).html
  }

  fileprivate var durationText: String { "\(duration.wholeMilliseconds) ms" }

  /// A search finds the request by these texts.
  fileprivate var keys: [String] {
    let texts = [path, operation, reasonCode, message, keyID].compactMap(\.self) + objects.map(\.text)
    let fields = query + received.fields + answered.fields
    return texts + fields.flatMap { [$0.name, $0.text ?? ""] } + [received.json, answered.json]
  }
}

extension LoggedMessage {
  /// The fields of the body. Headers are left out, which are alike in all requests.
  fileprivate var fields: [LoggedField] { if case .fields(let fields) = body?.content { fields } else { [] } }

  fileprivate var json: String { if case .json(let text) = body?.content { text } else { "" } }
}

extension ConsolePage {
  /// One request with its answer, and with the reason for its refusal.
  /// - Parameter reading: The provider's own reading of the request.
  func request(_ record: RequestRecord, reading: HTML) -> Page {
    page(
      "\(record.method) \(record.operation ?? record.path)",
      """
      <p class="tools"><a href="\(Place.requests.link)">Back</a></p>
      <p>\(record.chip)</p>
      \(if: record.wasStruck, Notice(.warning, "A planned fault struck this request.").html)
      \(record.reasonCode.map { why(record, $0) })
      \(record.signing.map { signing($0) })
      \(facts(record))
      \(reading)
      <p class="small lead">… stands for a secret or a personal detail, which the sandbox does not keep.</p>
      \(Panel("Request", body: message(record.received, query: record.query, id: "request")).html)
      \(Panel("Answer", body: "\(delivery(record))\(message(record.answered, id: "answer"))").html)
      """)
  }

  private func why(_ record: RequestRecord, _ reasonCode: String) -> HTML {
    let findings = (record.signing?.findings ?? []).map { "<p>\($0.meaning)</p>" as HTML }
    return Panel(
      "Why it was refused",
      body: """
        \(explain(reasonCode).map { "<p>\($0)</p>" as HTML })\
        \(if: !findings.isEmpty, "<div class=\"notice warning\" role=\"status\" id=\"findings\">\(findings)</div>")\
        \(record.message.map { "<p class=\"small lead\">Message</p><pre id=\"message\">\($0)</pre>" as HTML })
        """
    ).html
  }

  private func signing(_ trace: SigningTrace) -> HTML {
    """
    \(Panel(
      "Canonical request, as the sandbox sees it",
      body: """
        <p class="small lead">Compare this with your client's own canonical request, line by line. If the hash in the \
        string to sign is the same on both sides, the text agrees, and the private key or the salt is another.</p>\
        <pre id="canonical">\(trace.canonicalRequest)</pre>
        """).html)
    \(Panel("String to sign", body: "<pre id=\"string-to-sign\">\(trace.stringToSign)</pre>").html)
    \(Panel("Signature that came", body: "<pre id=\"signature\">\(trace.signature)</pre>").html)
    """
  }

  private func facts(_ record: RequestRecord) -> HTML {
    let facts: [(String, String?)] = [
      ("Time", TimeText(record.at).text), ("Duration", record.durationText), ("Method", record.method),
      ("Path", record.path), ("Operation", record.operation), ("Public key id", record.keyID),
      ("Simulation code", record.simulationCode), ("Status", String(record.status)), ("Reason code", record.reasonCode),
    ]
    let rows = facts.compactMap { name, value in
      value.map { "<div class=\"fact\"><dt>\(name)</dt><dd class=\"id\">\($0)</dd></div>" as HTML }
    }
    let links = record.objects.map { link -> HTML in
      "<dd class=\"id\"><a href=\"\(link)\">\(link.text.split(separator: "/").last ?? "")</a></dd>"
    }
    return """
      <section class="panel"><dl class="facts">\(rows)\
      \(if: !links.isEmpty, "<div class=\"fact\" id=\"objects\"><dt>Is about</dt>\(links)</div>")</dl></section>
      """
  }

  private func delivery(_ record: RequestRecord) -> HTML {
    switch record.delivery {
    case .whole: .empty
    case .cutOff(let count):
      Notice(.warning, "A planned fault closed the connection after \(count) bytes of the body.").html
    case .none: Notice(.warning, "A planned fault closed the connection before the answer was sent.").html
    }
  }
}
