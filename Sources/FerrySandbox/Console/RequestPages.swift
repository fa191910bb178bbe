import FerryCore
package import FerryWeb

extension ConsolePage {
  /// The last requests of the API, the newest first.
  /// - Parameter explain: Returns the meaning of a reason code.
  package func requests(_ records: [RequestRecord], onlyRefused: Bool, explain: (String) -> String?) -> Page {
    let shown = records.reversed().filter { !onlyRefused || $0.status >= 400 }
    return page(
      text.requests,
      """
      \(reloading(onlyRefused ? Self.refusedLink : Place.requests.link))
      <p class="tools"><span class="lead">\(text.lastRequests(shown.count))</span>\
      \(onlyRefused ? all : refused)</p>
      \(if: shown.isEmpty, Notice(.info, text.noRequests).html)
      <div class="rows">\(shown.map { row($0, why: $0.reasonCode.flatMap(explain)) })</div>
      """)
  }

  private static let refusedLink = Link(Place.requests.link, query: [("refused", "1")])

  private var all: HTML { #"<a href="\#(Place.requests.link)">\#(text.all)</a>"# }

  private var refused: HTML { #"<a href="\#(Self.refusedLink)">\#(text.onlyRefused)</a>"# }

  private func row(_ record: RequestRecord, why: String?) -> HTML {
    """
    <a class="row" href="\("/console/requests/\(String(record.number))" as Link)">\(TimeText(record.at).html)\
    <span class="what"><strong>\(record.method)</strong> <code>\(record.path)</code></span>\
    \(record.keyID.map { "<span class=\"id key\">\($0)</span>" as HTML })\
    \(record.chip)\(why.map { "<span class=\"why\">\($0)</span>" as HTML })</a>
    """
  }
}

extension RequestRecord {
  fileprivate var chip: HTML {
    StateChip(status >= 400 ? .bad : status == 202 ? .open : .good, String(status), reasonCode).html
  }
}

extension ConsolePage {
  /// One request, with the reason for its refusal.
  /// - Parameters:
  ///   - explain: Returns the meaning of a reason code.
  ///   - explainFinding: Returns the meaning of a mistake in signing.
  package func request(
    _ record: RequestRecord, explain: (String) -> String?, explainFinding: (SigningFinding) -> String
  ) -> Page {
    page(
      "\(record.method) \(record.operation ?? record.path)",
      """
      <p class="tools"><a href="\(Place.requests.link)">\(text.back)</a></p>
      <p>\(record.chip)</p>
      \(if: record.wasStruck, Notice(.warning, text.struck).html)
      \(record.reasonCode.map { why(record, explain($0), record.signing?.findings.map(explainFinding) ?? []) })
      \(record.signing.map { signing($0) })
      \(facts(record))
      """)
  }

  private func why(_ record: RequestRecord, _ reason: String?, _ findings: [String]) -> HTML {
    let findings = findings.map { "<p>\($0)</p>" as HTML }
    return Panel(
      text.refusedBecause,
      body: """
        \(reason.map { "<p>\($0)</p>" as HTML })\
        \(if: !findings.isEmpty, "<div class=\"notice warning\" role=\"status\" id=\"findings\">\(findings)</div>")\
        \(record.message.map { "<p class=\"small lead\">\(text.saidMessage)</p><pre id=\"message\">\($0)</pre>" as HTML })
        """
    ).html
  }

  private func signing(_ trace: SigningTrace) -> HTML {
    """
    \(Panel(
      text.canonicalRequest,
      body: "<p class=\"small lead\">\(text.compare)</p><pre id=\"canonical\">\(trace.canonicalRequest)</pre>").html)
    \(Panel(text.stringToSign, body: "<pre id=\"string-to-sign\">\(trace.stringToSign)</pre>").html)
    \(Panel(text.receivedSignature, body: "<pre id=\"signature\">\(trace.signature)</pre>").html)
    """
  }

  private func facts(_ record: RequestRecord) -> HTML {
    let facts: [(String, String?)] = [
      (text.time, TimeText(record.at).text), (text.method, record.method), (text.path, record.path),
      (text.operation, record.operation), (text.key, record.keyID), (text.simulation, record.simulationCode),
      (text.status, String(record.status)), (text.reason, record.reasonCode),
    ]
    let rows = facts.compactMap { name, value in
      value.map { "<div class=\"fact\"><dt>\(name)</dt><dd class=\"id\">\($0)</dd></div>" as HTML }
    }
    return #"<section class="panel"><dl class="facts">\#(rows)</dl></section>"#
  }
}
