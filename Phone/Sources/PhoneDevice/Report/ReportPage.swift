/// The report as HTML and as text.
public struct ReportPage {
  public var journeys: [JourneyReport]

  public init(_ journeys: [JourneyReport]) { self.journeys = journeys }

  public var html: String {
    let page: Markup = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>The phone's journeys</title><style>\(Self.style)</style>
      <h1>The phone's journeys</h1><p>\(summary)</p>
      <nav><ul>\(journeys.map(Self.entry))</ul></nav>
      \(journeys.map(Self.section))
      </html>
      """
    return page.text
  }

  public var summary: String {
    let failed = journeys.count { $0.failure != nil }
    return "\(journeys.count) journeys, "
      + (failed == 0 ? "all as they should be: app and ledger agree." : "\(failed) failed.")
  }

  public var text: String {
    var lines = [summary, ""]
    for journey in journeys {
      lines.append("\(journey.failure == nil ? "ok    " : "FAILED") \(journey.name): \(journey.title)")
      for step in journey.steps {
        lines.append("  - \(step.words)")
        if let address = step.address {
          lines.append("      \(address)  [jar: \(step.jar ?? "-"); cookies: \(step.cookies.joined(separator: ", "))]")
        }
        for entry in step.entries { lines.append("      \(Self.words(entry))") }
      }
      if let failure = journey.failure {
        lines.append("  FAILED: \(failure.split(separator: "\n").joined(separator: "\n    "))")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func words(_ entry: Journal.Entry) -> String {
    let place = entry.place.isEmpty ? "" : "\(entry.place): "
    let jar = entry.jar.map { " [jar: \($0)]" } ?? ""
    return "\(entry.kind.rawValue): \(place)\(entry.text)\(jar)"
  }

  private static func entry(_ journey: JourneyReport) -> Markup {
    """
    <li class="\(journey.failure == nil ? "good" : "bad")"><a href="#\(journey.name)">\(journey.name)</a>
    \(journey.title)</li>
    """
  }

  private static func section(_ journey: JourneyReport) -> Markup {
    let failure: Markup = journey.failure.map { "<p class=\"bad failure\">\($0)</p>" } ?? ""
    return """
      <section id="\(journey.name)"><h2>\(journey.name)</h2>
      <p>\(journey.title). \(Int(journey.milliseconds)) ms.</p>\(failure)
      <ol>\(journey.steps.map(step))</ol></section>
      """
  }

  private static func step(_ step: JourneyReport.Step) -> Markup {
    let picture: Markup =
      step.picture.map { "<img src=\"\($0)\" alt=\"The phone's screen\" loading=\"lazy\" width=\"212\">" } ?? ""
    let cookies = step.cookies.joined(separator: ", ")
    let address: Markup =
      step.address.map { "<p class=\"address\"><b>\($0)</b> jar: \(step.jar ?? "-"), cookies: \(cookies)</p>" } ?? ""
    let entries: [Markup] = step.entries.map { "<li class=\"\($0.kind.rawValue)\">\(words($0))</li>" }
    return "<li><h3>\(step.words)</h3><div>\(picture)<div>\(address)<ul>\(entries)</ul></div></div></li>"
  }

  private static let style: Markup = """
    :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
    body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
    nav ul { columns: 2; padding-left: 1rem }
    ol > li > div { display: flex; gap: 1rem }
    img { height: auto; align-self: start }
    .failure { white-space: pre-line }
    h3 { font-size: 1rem; margin: 1.2rem 0 .4rem }
    .address { overflow-wrap: anywhere; margin: 0 0 .5rem }
    ul { margin: 0; padding-left: 1.1rem; overflow-wrap: anywhere }
    .link { font-weight: 600 } .bad { color: #c22 } .good { color: inherit }
    """
}

/// HTML whose every inserted value is escaped.
struct Markup: ExpressibleByStringInterpolation, Sendable {
  private(set) var text: String

  init(stringLiteral value: String) { text = value }
  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ value: String) {
      for character in value {
        switch character {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        default: text.append(character)
        }
      }
    }
    mutating func appendInterpolation(_ value: Int) { text += String(value) }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { text += part.text } }
  }
}
