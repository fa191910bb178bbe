import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryWeb
import HTTPTypes
import Hummingbird

/// The addresses for providers' notifications, one for each account. The main account's name is left out. A notification is a hint: the engine asks the
/// provider, and the notification itself decides nothing. It is stored before it is answered, and processed afterwards.
struct NotificationRoutes: Sendable {
  let server: CheckoutServer

  func add(to router: some RouterMethods<some RemoteAddressRequestContext>) {
    router.post("/ferry/notify/{provider}/{mode}") { try await notify($0, $1) }
    router.post("/ferry/notify/{provider}/{mode}/{account}") { try await notify($0, $1) }
  }

  private func notify(_ request: Request, _ context: some RemoteAddressRequestContext) async throws -> Response {
    try server.rates.count(.notification(server.client(of: request, context)))
    guard let provider = context.parameters.get("provider").map({ ProviderID($0) }),
      let mode = context.parameters.get("mode").flatMap(Mode.init(rawValue:)),
      case let name = context.parameters.get("account").map({ AccountName($0) }) ?? .main,
      case let account = ProviderAccountID(provider: provider, account: name, mode: mode),
      let rules = server.service.notificationRules(of: account)
    else { throw Self.answer(to: .notSetUp) }
    let body: [UInt8]
    do {
      body = try await request.bodyBytes(limit: rules.largestBody)
    } catch let problem as Problem where problem.type == .requestTimeout {
      // Providers do not repeat a notification after a 4xx.
      throw ProblemResponse(Problem(.unavailable, problem.detail), retryAfter: .seconds(1))
    } catch let problem as Problem {
      // The body was not read, so nothing else is known about it.
      server.service.refused(problem.type == .tooLarge ? .tooLarge : .malformed, from: account)
      throw problem
    }
    let notification = IncomingNotification(
      headers: request.headers, body: body, receivedAt: server.service.time.now,
      source: server.address(of: request, context))
    do {
      let receipt = try await server.service.accept(notification, from: account)
      return receipt.isEmpty ? Response(status: .ok) : Response("text/plain; charset=utf-8", receipt.utf8)
    } catch let refusal as NotificationRefusal {
      throw Self.answer(to: refusal)
    }
  }

  private static func answer(to refusal: NotificationRefusal) -> any Error {
    switch refusal {
    case .notSetUp: Problem.nothingHere
    case .tooLarge: Problem(.tooLarge, "The notification is too large.")
    case .malformed: Problem(.malformed, "The notification cannot be read.")
    case .foreignSource, .unauthenticated, .untrusted, .foreignTopic, .foreignAccount:
      Problem(.forbidden, "The notification is not the provider's, or not for this account.")
    case .unavailable:
      ProblemResponse(
        Problem(.unavailable, "The notification's sender cannot be verified at the moment. Send it again later."),
        retryAfter: .seconds(60))
    }
  }
}
