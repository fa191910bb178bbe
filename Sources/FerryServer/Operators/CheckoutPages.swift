import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The list of checkouts, and the page of one.
struct CheckoutPages: Sendable {
  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/checkouts") { request, _ in try await list(request) }
    router.post("/checkouts/search") { request, _ in try await search(request) }
    router.get("/checkouts/{id}") { try await show($0, $1) }
  }

  private func list(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let query = try CheckoutListQuery(try request.queryFields())
    return CheckoutList(
      frame: site.page(reader, query.state == .held ? .held : .checkouts), providers: site.server.providers,
      found: try await find(query.filter(at: service.time.now), reader), query: query, now: service.time.now
    ).page
  }

  /// A POST, so that an e-mail address stays out of URLs and logs. A single hit is opened at once.
  private func search(_ request: Request) async throws -> Response {
    let reader = try await site.gate.present(request)
    let form = try await site.gate.form(of: request, session: reader.session)
    let text = try form.required("text") { text -> String? in
      let words = text.split(separator: " ").joined(separator: " ")
      return (1...254).contains(words.utf8.count) ? words : nil
    }
    let found = try await find(CheckoutFilter(searches: [.matching(text)]), reader)
    if found.count == 1 { return .seeOther("/checkouts/\(found[0].checkout.id.text)") }
    return CheckoutList(
      frame: site.page(reader, .checkouts), providers: site.server.providers, found: found, query: nil,
      now: service.time.now
    ).page.response
  }

  private func find(_ filter: CheckoutFilter, _ reader: PresentOperator) async throws -> [CheckoutFile] {
    try await service.checkouts(reader.limiting(filter), limit: CheckoutList.size + 1)
  }

  private func show(_ request: Request, _ context: ClientContext) async throws -> Page {
    let reader = try await site.gate.present(request)
    let file = try await site.file(context, for: reader)
    let after = try request.queryFields()["after"].map { text throws(Problem) in
      guard let position = ListQuery.number(text) else { throw Problem.nothingHere }
      return Int64(position)
    }
    let timeline = try await TimelinePage(service, file.checkout.id, after: after)
    let deliveries = try await service.deliveries(WebhookFilter(checkout: file.checkout.id), limit: 100)
    return CheckoutDetail(
      frame: site.page(reader), provider: site.server.name(of: file.checkout.accountID), file: file,
      timeline: timeline, deliveries: deliveries, endpoints: Set(site.server.configuration.webhooks.map(\.id)),
      answersDisputes: service.answersDisputes(of: file.checkout.accountID), key: service.randomness.token(),
      now: service.time.now
    ).page
  }
}

extension OperationsPage {
  /// The checkout that `{id}` of the path names, as it is on disk.
  /// - Throws: `Problem` 404; also if the checkout is of a shop that the reader does not see.
  func file(_ context: some RequestContext, for reader: PresentOperator) async throws -> CheckoutFile {
    guard let id = context.checkoutID else { throw Problem.nothingHere }
    return try await file(id, for: reader)
  }

  func file(_ id: CheckoutID, for reader: PresentOperator) async throws -> CheckoutFile {
    try await server.service.flush(id)
    guard let file = try await server.service.file(id), reader.person.sees(file.checkout.shop) else {
      throw Problem.nothingHere
    }
    return file
  }
}

extension CheckoutServer {
  func name(of account: ProviderAccountID) -> String {
    providers.first { $0.id == account }?.name ?? account.provider.text
  }
}

/// The checkouts of a filter as a CSV file (RFC 4180), for spreadsheets. Nothing in it is about buyers.
struct CheckoutsCSV: Sendable {
  private static let pageSize = 200
  private static let columns = [
    "created", "checkout", "order_number", "order_reference", "shop", "mode", "provider", "account", "phase", "reason",
    "currency", "total", "authorized", "captured", "refunded", "released", "provider_reference",
    "disputed",
  ]

  let site: OperationsPage

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/checkouts.csv") { request, _ in try await export(request) }
  }

  private func export(_ request: Request) async throws -> Response {
    let reader = try await site.gate.present(request)
    let service = site.server.service
    let query = try CheckoutListQuery(try request.queryFields())
    let filter = reader.limiting(query.filter(at: service.time.now))
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/csv; charset=utf-8", .contentDisposition: #"attachment; filename="checkouts.csv""#,
      ],
      body: ResponseBody { writer in
        var filter = filter
        try await writer.write(ByteBuffer(string: Self.line(Self.columns)))
        while true {
          let files = try await service.checkouts(filter, limit: Self.pageSize)
          let lines = files.map { Self.line(Self.cells($0)) }.joined()
          if !lines.isEmpty { try await writer.write(ByteBuffer(string: lines)) }
          guard files.count == Self.pageSize, let last = files.last else { break }
          filter.after = CheckoutPlace(last.checkout)
        }
        try await writer.finish(nil)
      })
  }

  private static func cells(_ file: CheckoutFile) -> [String] {
    let checkout = file.checkout
    let payment = checkout.payment
    // Shipping may tell where the buyer lives.
    let total = file.roundTrips.isLocked ? nil : checkout.agreed?.total ?? checkout.quote?.total
    let reason: String? =
      switch checkout.phase {
      case .declined(let reason): reason.rawValue
      case .held(let reason): reason.rawValue
      default: nil
      }
    return [
      checkout.createdAt.iso8601, checkout.id.text, file.order.number, file.order.reference, checkout.shop.text,
      checkout.mode.rawValue, checkout.provider.text, checkout.account.text, checkout.phase.name.rawValue,
      reason ?? "", checkout.content.currency.code, total?.decimal ?? "", payment?.authorized.decimal ?? "",
      payment?.captured.decimal ?? "", payment?.refunded.decimal ?? "", payment?.voided.decimal ?? "",
      payment?.reference ?? "", payment?.disputed.decimal ?? "",
    ]
  }

  private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

  /// A cell in quotes. An order's reference comes from outside.
  private static func cell(_ text: String) -> String {
    "\"" + SpreadsheetText.defused(text).replacing("\"", with: "\"\"") + "\""
  }
}
