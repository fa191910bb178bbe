import FerryCheckout
import Foundation
import Testing

/// `Documentation/States.svg`: which events lead from which phase to which, and who may cause them, drawn from `PhaseTable`.
/// Each arrow has a line of its own. Events that leave the phase as it is are in the table only.
@Suite("The drawing of the phases")
struct StatesDrawing {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/States.svg")

  @Test("The drawing shows what the table of phases lists")
  func drawing() throws {
    let text = Self.picture(try Self.arrows()).text + "\n"
    // After a change of the table: run once with FERRY_WRITE_FIXTURES=1, and look at the picture.
    if ProcessInfo.processInfo.environment["FERRY_WRITE_FIXTURES"] == "1" { try Data(text.utf8).write(to: Self.file) }
    #expect(text == String(decoding: try Data(contentsOf: Self.file), as: UTF8.self))
  }

  /// In the order of a journey.
  private static let phases = [
    "open", "selecting", "reviewing", "confirmed", "authorizing", "paying", "settling", "closing", "paid", "declined",
    "cancelled", "expired", "held",
  ]

  private enum Actor: String, CaseIterable {
    case buyer, merchant, time, provider, person

    /// The actor behind an event of the table. The rest are answers and notifications of the provider.
    init(_ event: String) {
      self =
        switch event {
        case "leave", "change", "keep", "confirm", "cancel", "returned-to-shop", "restart", "return", "return-foreign",
          "return-empty":
          .buyer
        case "cancel-merchant", "capture", "refund", "void": .merchant
        case "timer": .time
        case "accept", "accept-less", "reject", "ask", "hold", "happened", "did-not-happen": .person
        default: .provider
        }
    }
  }

  private struct Arrow {
    let from: Int
    let to: Int
    let actor: Actor
    let events: [String]
  }

  private static func arrows() throws -> [Arrow] {
    var events: [[Int]: [String]] = [:]
    for place in Place.allCases {
      let from = try index(PhaseTableTests.describe(try place.attempt().checkout.phase))
      for row in try PhaseTable.rows(of: place.rawValue) {
        let words = row.split(separator: " ").map(String.init)
        guard let mark = words.firstIndex(of: "<"), let effect = words.first, effect != ".", !effect.hasPrefix("!")
        else { continue }
        let to = try index(effect)
        for event in words[(mark + 1)...] where to != from {
          let arrow = [from, to, Actor.allCases.firstIndex(of: Actor(event)) ?? 0]
          if !events[arrow, default: []].contains(event) { events[arrow, default: []].append(event) }
        }
      }
    }
    return events.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      Arrow(from: $0.key[0], to: $0.key[1], actor: Actor.allCases[$0.key[2]], events: $0.value)
    }
  }

  /// The phase of a description in the table: "settling-to-end" and "held:contradiction" are "settling" and "held".
  private static func index(_ description: String) throws -> Int {
    let name = description.prefix { $0 != ":" && $0 != "-" }
    return try #require(phases.firstIndex { $0 == name }, "The drawing has no phase named \(name).")
  }
}

// MARK: The picture

extension StatesDrawing {
  private static let column = 34
  private static let line = 16
  private static let top = 104
  /// The most characters of a line of events.
  private static let width = 50

  private static func x(_ phase: Int) -> Int { 30 + phase * column }

  private static func picture(_ arrows: [Arrow]) -> Element {
    var y = top
    var drawn: [Element] = []
    for (from, phase) in phases.enumerated() {
      let own = arrows.filter { $0.from == from }
      guard !own.isEmpty else { continue }
      let start = y
      y += 26
      drawn.append(.text("from \(phase)", at: (480, y - 8), class: "phase"))
      for arrow in own {
        drawn += [
          Element(
            "line",
            [
              "class": "arrow \(arrow.actor)", "x1": "\(x(from))", "x2": "\(x(arrow.to) + (arrow.to > from ? -4 : 4))",
              "y1": "\(y + 8)", "y2": "\(y + 8)", "marker-end": "url(#\(arrow.actor))",
            ]),
          .text(phases[arrow.to], at: (480, y + 12), class: "target"),
          .text(arrow.actor.rawValue, at: (562, y + 12), class: "actor \(arrow.actor)"),
        ]
        for text in lines(arrow.events) {
          drawn.append(.text(text, at: (638, y + 12), class: "events"))
          y += line
        }
        y += 3
      }
      y += 8
      drawn.append(Element("circle", ["class": "from", "cx": "\(x(from))", "cy": "\(start + 14)", "r": "5"]))
      drawn.append(Element("line", ["class": "rule", "x1": "16", "x2": "944", "y1": "\(y)", "y2": "\(y)"]))
    }
    let lifelines = phases.indices.map { phase in
      Element(
        "line", ["class": "life", "x1": "\(x(phase))", "x2": "\(x(phase))", "y1": "\(top - 8)", "y2": "\(y)"])
    }
    let names = phases.enumerated().map { phase, name in
      Element(
        "text", ["class": "phase", "transform": "translate(\(x(phase) + 4) \(top - 14)) rotate(-45)"], text: name)
    }
    return Element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 960 \(y + 16)", "role": "img",
        "aria-labelledby": "title description",
        "font-family": "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif",
      ],
      children: [
        Element("title", ["id": "title"], text: "The phases of a checkout"),
        Element(
          "desc", ["id": "description"],
          text:
            "A column for each phase, and an arrow for each change from one phase to another, with those who may cause it "
            + "and the events. The same is written in PhaseTable.swift."),
        Element("style", [:], text: style),
        Element("defs", [:], children: Actor.allCases.map(marker)),
        Element("rect", ["class": "paper", "width": "960", "height": "\(y + 16)", "rx": "12"]),
      ] + lifelines + names + drawn)
  }

  private static func marker(_ actor: Actor) -> Element {
    Element(
      "marker",
      [
        "id": actor.rawValue, "viewBox": "0 0 10 10", "refX": "6", "refY": "5", "markerWidth": "6", "markerHeight": "6",
        "orient": "auto",
      ], children: [Element("path", ["class": "tip \(actor)", "d": "M0 0 10 5 0 10z"])])
  }

  private static func lines(_ events: [String]) -> [String] {
    events.reduce(into: [""]) { lines, event in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = event
      } else if last.count + event.count + 2 <= width {
        lines[lines.count - 1] = "\(last), \(event)"
      } else {
        lines[lines.count - 1] = "\(last),"
        lines.append(event)
      }
    }
  }

  private static let style = """

        :root { --ink: #1d2733; --soft: #5b6875; --paper: #ffffff; --rule: #d5dfe8; --buyer: #1f5f9e; --merchant: #8a5a00; --time: #5b6875; --provider: #1c7043; --person: #a02c6d }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e8edf2; --soft: #a3b1bf; --paper: #10161d; --rule: #2b3b4a; --buyer: #6aa9ea; --merchant: #e0aa4a; --time: #a3b1bf; --provider: #58b987; --person: #ec8fc3 }
        }
        .paper { fill: var(--paper) }
        .life, .rule { stroke: var(--rule); stroke-width: 1 }
        .phase { font-size: 13px; font-weight: 600; fill: var(--ink) }
        .target { font-size: 12px; font-weight: 600; fill: var(--ink) }
        .actor { font-size: 12px; font-weight: 600 }
        .events { font-size: 12px; fill: var(--soft) }
        .from { fill: var(--ink) }
        .arrow { stroke-width: 1.8 }
        .arrow.buyer { stroke: var(--buyer) } .actor.buyer, .tip.buyer { fill: var(--buyer) }
        .arrow.merchant { stroke: var(--merchant) } .actor.merchant, .tip.merchant { fill: var(--merchant) }
        .arrow.time { stroke: var(--time); stroke-dasharray: 2 3 } .actor.time, .tip.time { fill: var(--time) }
        .arrow.provider { stroke: var(--provider); stroke-dasharray: 6 3 } .actor.provider, .tip.provider { fill: var(--provider) }
        .arrow.person { stroke: var(--person) } .actor.person, .tip.person { fill: var(--person) }
    """ + "\n  "
}

/// An element of SVG. Its texts are escaped.
private struct Element {
  let name: String
  let attributes: [String: String]
  let children: [Element]
  let content: String?

  init(_ name: String, _ attributes: [String: String], children: [Element] = [], text: String? = nil) {
    self.name = name
    self.attributes = attributes
    self.children = children
    content = text
  }

  static func text(_ text: String, at place: (x: Int, y: Int), class name: String) -> Element {
    Element("text", ["class": name, "x": "\(place.x)", "y": "\(place.y)"], text: text)
  }

  var text: String {
    let start = ([name] + attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" })
      .joined(separator: " ")
    if let content { return "<\(start)>\(Self.escaped(content))</\(name)>" }
    guard !children.isEmpty else { return "<\(start)/>" }
    let inner = children.map(\.text).joined(separator: "\n").replacing("\n", with: "\n  ")
    return "<\(start)>\n  \(inner)\n</\(name)>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
