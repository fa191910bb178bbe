import FerryCore
package import FerryWeb

/// The last requests of the API, the newest first.
package struct RequestsPage {
  private let shell: ConsolePage
  private let records: [RequestRecord]
  private let onlyRefused: Bool
  private let explain: (String) -> String?

  private var text: ConsoleText { shell.text }

  /// - Parameter explain: Returns the meaning of a reason code.
  package init(
    shell: ConsolePage, records: [RequestRecord], onlyRefused: Bool, explain: @escaping (String) -> String?
  ) {
    self.shell = shell
    self.records = records
    self.onlyRefused = onlyRefused
    self.explain = explain
  }

  package var page: Page {
    let shown = records.reversed().filter { !onlyRefused || $0.status >= 400 }
    let place = ConsolePage.Place.requests.link
    let here = onlyRefused ? Link(place, query: [("refused", "1")]) : place
    return shell.page(
      text.requests,
      """
      \(shell.reloading(here))
      <p class="tools"><span class="lead">\(text.lastRequests(shown.count))</span>\
      \(onlyRefused ? all : refused)</p>
      \(if: shown.isEmpty, Notice(.info, text.noRequests).html)
      <div class="rows">\(shown.map { row($0) })</div>
      """)
  }

  private var all: HTML { #"<a href="\#(ConsolePage.Place.requests.link)">\#(text.all)</a>"# }

  private var refused: HTML {
    #"<a href="\#(Link(ConsolePage.Place.requests.link, query: [("refused", "1")]))">\#(text.onlyRefused)</a>"#
  }

  private func row(_ record: RequestRecord) -> HTML {
    let why = record.reasonCode.flatMap(explain)
    return """
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

/// One request, with the reason for its refusal.
package struct RequestPage {
  private let shell: ConsolePage
  private let record: RequestRecord
  private let explain: (String) -> String?
  private let explainFinding: (SigningFinding) -> String

  private var text: ConsoleText { shell.text }

  /// - Parameters:
  ///   - explain: Returns the meaning of a reason code.
  ///   - explainFinding: Returns the meaning of a mistake in signing.
  package init(
    shell: ConsolePage, record: RequestRecord, explain: @escaping (String) -> String?,
    explainFinding: @escaping (SigningFinding) -> String
  ) {
    self.shell = shell
    self.record = record
    self.explain = explain
    self.explainFinding = explainFinding
  }

  package var page: Page {
    shell.page(
      "\(record.method) \(record.operation ?? record.path)",
      """
      <p class="tools"><a href="\(ConsolePage.Place.requests.link)">\(text.back)</a></p>
      <p>\(record.chip)</p>
      \(if: record.wasStruck, Notice(.warning, text.struck).html)
      \(record.reasonCode.map { why($0) })
      \(record.signing.map { signing($0) })
      \(facts)
      """)
  }

  private func why(_ code: String) -> HTML {
    let findings = (record.signing?.findings ?? []).map { "<p>\(explainFinding($0))</p>" as HTML }
    return Panel(
      text.refusedBecause,
      body: """
        \(explain(code).map { "<p>\($0)</p>" as HTML })\
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

  private var facts: HTML {
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
