import FerryCore
import FerryTesting
import Foundation
import Synchronization

@_spi(Phone) @testable import Ferry

/// The surroundings of a flow: a server behind HTTP, a device with storage, and a secure browser with a buyer.
@MainActor
final class TestShop {
  /// The checkout that was started last.
  nonisolated let server: Mutex<SimulatedServer?> = Mutex(nil)
  /// The earlier checkouts.
  nonisolated let former: Mutex<[SimulatedServer]> = Mutex([])
  nonisolated let time = SkippingTime()
  let storage = TestStorage()
  /// Answers in place of the server's, for as long as it returns any.
  nonisolated let interference = Mutex<@Sendable (HTTPRequestToSend) -> Result<HTTPAnswer, CannedSender.NoAnswer>?>({
    _ in nil
  })
  private(set) lazy var sender = CannedSender { [self] request in try answer(request) }

  func flow(storage: (any CheckoutStorage)? = nil, time: (any Timekeeper)? = nil) throws -> CheckoutFlow {
    guard let server = URL(string: "https://pay.shop.example"), let links = URL(string: "https://link.shop.example")
    else {
      throw CannedSender.NoAnswer()
    }
    return CheckoutFlow(
      server: server, app: "shop-ios", linkHost: links, scheme: "shop", storage: storage ?? self.storage,
      sender: sender,
      time: time ?? self.time)
  }

  /// The buyer has agreed to the order's current attempt, or the order is paid.
  struct AttemptLive: Error {}

  /// The shop's backend, always for the same order. The same challenge is the same attempt. For another challenge the server
  /// discards an attempt without an agreement, and refuses if money may have moved.
  func create(_ challenge: Challenge) throws -> CheckoutHandoff {
    let current = server.withLock { $0 }
    guard var current, current.challenge != challenge else {
      return server.withLock { server in
        if server == nil { server = SimulatedServer(challenge: challenge) }
        return server?.handoff() ?? CheckoutHandoff(checkout: "")
      }
    }
    guard current.putAside() else { throw AttemptLive() }
    let count = former.withLock { former in
      former.append(current)
      return former.count
    }
    var next = SimulatedServer(challenge: challenge, checkout: "co_\(count + 1)")
    let handoff = next.handoff()
    server.withLock { $0 = next }
    return handoff
  }

  func change<Result: Sendable>(_ body: (inout SimulatedServer) -> Result) -> Result? {
    server.withLock { server in
      guard var changed = server else { return nil }
      defer { server = changed }
      return body(&changed)
    }
  }

  var phase: PhaseName? { change { $0.phase } }

  nonisolated private func answer(_ request: HTTPRequestToSend) throws -> HTTPAnswer {
    if let interference = interference.withLock({ $0 })(request) { return try interference.get() }
    let token = request.header("Authorization")?.replacing("Bearer ", with: "")
    let verifier = request.header("Ferry-Verifier").flatMap(Verifier.init(text:))
    let now = time.now
    let call = Self.call(request)
    let answer = { (server: inout SimulatedServer) -> Result<AppCheckoutBody, CallFailure>? in
      guard let call, request.url.pathComponents.contains(server.id) else { return nil }
      return server.answer(call, token: token, verifier: verifier, now: now)
    }
    let ofLast = server.withLock { server -> Result<AppCheckoutBody, CallFailure>? in
      guard var changed = server else { return nil }
      defer { server = changed }
      return answer(&changed)
    }
    let result =
      ofLast
      ?? former.withLock { former in
        for index in former.indices {
          if let result = answer(&former[index]) { return result }
        }
        return nil
      }
    switch result {
    case .success(let body): return HTTPAnswer(statusCode: 200, body: Array(try JSONEncoder().encode(body)))
    case .failure(.refused(let kind, let statusCode, _)):
      return try .problem(kind, statusCode)
    case .failure, nil: return try .problem(.notFound)
    }
  }

  nonisolated private static func call(_ request: HTTPRequestToSend) -> AppCall? {
    let decoder = JSONDecoder()
    let body = Data(request.body)
    return switch request.url.lastPathComponent {
    case let last where last.hasPrefix("co_"): .read
    case "begin": .begin
    case "claim": (try? decoder.decode(ClaimBody.self, from: body)).map { .claim(code: $0.code) }
    case "change": (try? decoder.decode(ChangeCheckoutBody.self, from: body)).map { .change($0.what) }
    case "keep": .keep
    case "confirm":
      (try? decoder.decode(ConfirmCheckoutBody.self, from: body)).map {
        .confirm(revision: $0.revision, total: $0.total)
      }
    case "cancel": .cancel
    case "closed": .closed
    default: nil
    }
  }
}

extension HTTPAnswer {
  /// The refusals of the checkout server itself.
  static func problem(_ kind: Problem.Kind, _ statusCode: Int? = nil) throws -> HTTPAnswer {
    HTTPAnswer(
      statusCode: statusCode ?? kind.statusCode, headers: ["content-type": "application/problem+json"],
      body: Array(try JSONEncoder().encode(Problem(kind, "no"))))
  }
}

/// A secure browser with a scripted buyer.
@MainActor
final class TestBrowser: SecureBrowser {
  private let shop: TestShop
  private let visit: @MainActor (RedirectStep?, TestBrowser) throws -> Void
  private var gone: AsyncStream<Void>.Continuation?
  /// The link that the browser has caught itself.
  private var caught: URL?
  private(set) var opened: [RedirectStep?] = []
  private(set) var addresses: [URL] = []
  /// The checkouts whose payment page was to be shown again.
  private(set) var ledBack: [String] = []

  init(_ shop: TestShop, _ visit: @escaping @MainActor (RedirectStep?, TestBrowser) throws -> Void) {
    self.shop = shop
    self.visit = visit
  }

  var isOpen: Bool { gone != nil }

  func open(_ url: URL) async throws -> URL? {
    let (stream, gone) = AsyncStream.makeStream(of: Void.self)
    self.gone = gone
    defer { self.gone = nil }
    let step = url.fragment.flatMap { ticket in shop.change { $0.spend(ticket) } ?? nil }
    opened.append(step)
    addresses.append(url)
    caught = nil
    try visit(step, self)
    for await _ in stream {}
    return caught
  }

  func close() async { gone?.finish() }

  func showPaymentPage(of checkout: String) { ledBack.append(checkout) }

  /// The buyer presses Done.
  func done() { gone?.finish() }

  /// The browser closes itself with a link, as `ASWebAuthenticationSession` does.
  func catches(_ link: URL) {
    caught = link
    gone?.finish()
  }
}

extension TestShop {
  /// A buyer who selects, pays, and comes back by links.
  func browser(
    for flow: CheckoutFlow, paysAs result: PhaseName = .paid, after wait: Duration = .seconds(2)
  ) -> TestBrowser {
    TestBrowser(self) { [self] step, _ in
      let now = time.now
      let link = change { server -> AppReturnLink in
        switch step {
        case .select, .changeAddress, .changePayment: return server.choose(false, now: now)
        case .pay: server.pay(as: result, now: now, after: wait)
        case .resume, nil: break
        }
        return server.link()
      }
      if let link { flow.handle(Self.url(link)) }
    }
  }

  static func url(_ link: AppReturnLink) -> URL {
    URL(string: link.text(host: "https://link.shop.example")) ?? URL(fileURLWithPath: "/")
  }

  func pay(_ flow: CheckoutFlow, _ browser: TestBrowser) async throws -> CheckoutResult {
    try await flow.pay(from: browser) { [self] in
      try create($0)
    } review: { _ in
      .buy
    }
  }
}

/// The next notice.
func next(of notices: AsyncStream<FlowNotice>) async -> FlowNotice? {
  for await notice in notices { return notice }
  return nil
}

/// The parts of a result that most tests compare.
struct Told: Equatable {
  var checkout: String?
  var outcome: CheckoutOutcome
  var isOfPage: Bool

  init(_ checkout: String?, _ outcome: CheckoutOutcome, isOfPage: Bool = false) {
    self.checkout = checkout
    self.outcome = outcome
    self.isOfPage = isOfPage
  }
}

func == (result: CheckoutResult?, told: Told) -> Bool {
  result.map { Told($0.checkout, $0.outcome, isOfPage: $0.isOfPage) } == told
}

func == (result: CheckoutResult, outcome: CheckoutOutcome) -> Bool { result.outcome == outcome }
