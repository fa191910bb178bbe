import DemoShop
import FerryCore
import Foundation
import NIOConcurrencyHelpers

/// The waiting that a redirect costs the buyer of an app: the requests to us that follow one another, from the tap to the
/// provider's first page and from its return to the app and its review, and their bytes.
struct RoundTripCost: Sendable {
  let target: ScriptedCheckout.Target
  let linkHost: String
  let transport: any ShopTransport
  /// Added to each request to us, as a phone far away has it.
  let delay: Duration

  struct Part: Sendable {
    /// Those that wait for one another.
    var requests = 0
    /// Of answers to the secure browser and the app, with their headers.
    var bytes = 0
    var time = Duration.zero
  }

  fileprivate static func missing(_ what: String) -> Unexpected {
    Unexpected("The checkout server does not give \(what).")
  }

  /// The report's rows. The bytes of a whole journey are those of a buyer who has never been here, with a tap for each way back:
  /// what may be kept is loaded once.
  func rows() async throws -> [Report.Row] {
    let counter = CountingTransport(transport, ours: [target.ferry, linkHost], delay: delay)
    let app = ScriptedApp(target, app: "tablets-ios", linkHost: linkHost, transport: counter)
    let handoff = try await app.create("roundTrips-\(SystemRandomness().token())")

    counter.reset()
    try await counter.page(target.ferry + "/ferry/start")
    let selection = try await app.select(handoff.ticket)
    let toProvider = counter.part

    try await app.act(selection, "select")
    counter.reset()
    let link = try await app.comeBackFromSelection(selection).link
    let backByRedirect = counter.part
    try await tap(link, counter)
    let backByTap = counter.part

    counter.reset()
    let review = try await app.claim(handoff, link).checkout.review
    let claim = counter.part
    guard let review else { throw Self.missing("a review") }

    counter.reset()
    let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
    let ticket = try await app.confirm(handoff, agreed).checkout.ticket
    try await counter.page(target.ferry + "/ferry/start")
    _ = try await app.open(ticket)
    try await app.act(selection, "approve")
    let ending = try await app.comeBackFromPayment(selection).link
    try await tap(ending, counter)
    _ = try await app.claim(handoff, ending).checkout
    guard try await app.read(handoff, SystemTime(), until: { $0.phase.isFinal }).receipt != nil else {
      throw Self.missing("a receipt")
    }
    let bytes = toProvider.bytes + backByTap.bytes + claim.bytes + counter.part.bytes
    let total = Report.Row(name: "bytes of a whole journey", value: Double(bytes) / 1000, unit: "kB", aim: "under 60")
    return part("from the tap to the provider", toProvider, aim: "2")
      + part("back, by redirect", backByRedirect, aim: "1") + part("back, by a tap", backByTap, aim: "3")
      + part("from the link to the review in the app", claim) + (delay > .zero ? [] : [total])
  }

  private func part(_ name: String, _ part: Part, aim: String? = nil) -> [Report.Row] {
    let time = Report.Row(name: name + ", time", value: part.time / .milliseconds(1), unit: "ms")
    guard delay == .zero else { return [time] }
    return [
      Report.Row(name: name, value: Double(part.requests), unit: "requests", aim: aim),
      Report.Row(name: name + ", bytes", value: Double(part.bytes) / 1000, unit: "kB"), time,
    ]
  }

  /// Loads the link's page and the return page, as if the system did not open the app by itself.
  private func tap(_ link: AppReturnLink, _ counter: CountingTransport) async throws {
    try await counter.page(link.text(host: linkHost))
    try await counter.page(target.ferry + "/ferry/back?" + link.query)
  }
}

/// Counts what goes to us, and makes it slower.
private final class CountingTransport: ShopTransport {
  private let transport: any ShopTransport
  private let ours: [String]
  private let delay: Duration
  private let counted = NIOLockedValueBox(RoundTripCost.Part())
  /// The cache of the secure browser. It lives longer than one opening, as its cookies do.
  private let kept = NIOLockedValueBox<Set<String>>([])

  init(_ transport: any ShopTransport, ours: [String], delay: Duration) {
    self.transport = transport
    self.ours = ours
    self.delay = delay
  }

  var part: RoundTripCost.Part { counted.withLockedValue { $0 } }

  func reset() { counted.withLockedValue { $0 = RoundTripCost.Part() } }

  func send(_ request: ShopRequest) async throws -> ShopAnswer {
    guard ours.contains(where: { request.url.hasPrefix($0) }) else { return try await transport.send(request) }
    let clock = ContinuousClock()
    let start = clock.now
    try await clock.sleep(for: delay)
    let answer = try await transport.send(request)
    counted.withLockedValue {
      $0.requests += 1
      $0.bytes += answer.size
      $0.time += start.duration(to: clock.now)
    }
    return answer
  }

  /// Loads a page as a browser does: its styles beside whatever its script does, scripts in files of their own before it,
  /// and from its cache what a server has allowed it to keep.
  func page(_ url: String) async throws {
    let answer = try await send(ShopRequest("GET", url))
    guard answer.status == 200 else { throw RoundTripCost.missing("a page of the redirect and return") }
    let text = String(decoding: answer.body, as: UTF8.self)
    let site = url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
    for match in text.matches(of: /<script src="(\/[^"]+)"/) {
      try await part(of: site, String(match.1)) { try await send($0) }
    }
    for match in text.matches(of: /<link rel="stylesheet" href="(\/[^"]+)"/) {
      try await part(of: site, String(match.1)) { request in
        let style = try await transport.send(request)
        counted.withLockedValue { $0.bytes += style.size }
        return style
      }
    }
  }

  private func part(
    of site: String, _ path: String, load: (ShopRequest) async throws -> ShopAnswer
  ) async throws {
    let url = site + path
    guard !kept.withLockedValue({ $0.contains(url) }) else { return }
    let answer = try await load(ShopRequest("GET", url))
    guard answer.status == 200 else { throw RoundTripCost.missing(path) }
    if answer.mayBeKept { kept.withLockedValue { _ = $0.insert(url) } }
  }
}

extension ShopAnswer {
  /// The body and the fields of the head as HTTP/1.1 writes them.
  fileprivate var size: Int {
    headers.reduce(body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }

  /// By RFC 9111, 5.2.2, as far as Ferry's answers use it.
  fileprivate var mayBeKept: Bool {
    let directives = headers.filter { $0.name.lowercased() == "cache-control" }
      .flatMap { $0.value.split(separator: ",") }.map { $0.filter { $0 != " " }.lowercased() }
    let seconds = directives.compactMap { $0.wholeMatch(of: /max-age=(\d+)/).flatMap { Int($0.1) } }.first ?? 0
    return seconds > 0 && !directives.contains { $0 == "no-store" || $0 == "no-cache" }
  }
}
