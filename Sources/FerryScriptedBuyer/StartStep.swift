import Foundation

/// The next action of a buyer's browser that has spent a ticket.
struct StartStep {
  /// The next action as JSON, with `url`, `script` or `form`: what the sandbox's control API opens.
  let nextAction: [UInt8]
  /// The address that the browser is sent to; nil for another next action.
  let url: String?

  private init(url: String) throws {
    self.url = url
    nextAction = Array(try JSONSerialization.data(withJSONObject: ["url": url]))
  }

  /// Reads the page of a next action.
  private init(page: [UInt8]) throws {
    let parts = String(decoding: page, as: UTF8.self).components(separatedBy: #"id="ferry-data""#)
    guard parts.count == 2, let start = parts[1].firstIndex(of: ">"), let end = parts[1].range(of: "</script>"),
      start < end.lowerBound
    else { throw Unexpected("The page of the next action cannot be read.") }
    url = nil
    nextAction = Array(parts[1][parts[1].index(after: start)..<end.lowerBound].utf8)
  }

  /// Spends a ticket, as the start page does, and opens the page of the next action.
  /// - Throws: `Unexpected` for a ticket that opens nothing.
  static func spending(_ ticket: String, at server: String, in browser: BuyerBrowser) async throws -> StartStep {
    let body = try JSONSerialization.data(withJSONObject: ["ticket": ticket])
    let answer = try await browser.post(
      server + "/ferry/start", json: Array(body), headers: ["origin": server, "sec-fetch-site": "same-origin"])
    guard answer.status == 200, let url = try object(answer.body)?["url"] as? String else {
      throw Unexpected("The start page's ticket was answered with \(answer.status).")
    }
    guard url.hasPrefix(server + "/ferry/next/") else { return try StartStep(url: url) }
    let next = try await browser.get(url)
    switch (next.status, next.location) {
    case (303, let location?): return try StartStep(url: location)
    case (200, _): return try StartStep(page: next.body)
    default: throw Unexpected("The page of the next action was answered with \(next.status).")
    }
  }

  static func object(_ bytes: [UInt8]) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? [String: Any]
  }
}
