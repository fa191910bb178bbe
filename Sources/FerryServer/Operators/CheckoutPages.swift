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
    router.post("/checkouts/search") { try await search($0, $1) }
    router.get("/checkouts/{id}") { try await show($0, $1) }
  }

  private func list(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let query = try CheckoutListQuery(try request.queryFields(), site.time, at: service.time.now)
    // One more than the list shows tells if there are others.
    let found = try await service.checkouts(
      reader.limiting(query.filter(at: service.time.now)), limit: CheckoutList.size + 1)
    let files = Array(found.prefix(CheckoutList.size))
    return CheckoutList(
      frame: site.page(reader, query.state == .held ? .held : .checkouts), providers: site.server.providers,
      files: files, next: found.count > files.count ? files.last.map { CheckoutPlace($0.checkout) } : nil, query: query,
      views: try await service.journal.views(of: reader.person.name), now: service.time.now
    ).page
  }

  /// A POST, so that names and e-mail addresses stay out of URLs and logs. A single hit is opened at once.
  private func search(_ request: Request, _ context: ClientContext) async throws -> Response {
    let reader = try await site.gate.present(request)
    let form = try await site.gate.form(of: request, session: reader.session)
    let (text, query) = try form.required("text") { text in SearchQuery(text).map { (text, $0) } }
    var filter = reader.limiting(CheckoutFilter())
    if form["after"] != nil { filter.after = try form.required("after", as: CheckoutPlace.init(text:)) }
    try await site.note("search", by: site.acting(reader, request, context))
    let found = try await service.find(query, filter, limit: CheckoutList.size)
    if found.files.count == 1, found.next == nil, filter.after == nil {
      return .seeOther("/checkouts/\(found.files[0].checkout.id.text)")
    }
    return SearchResults(
      frame: site.page(reader, .checkouts), providers: site.server.providers, text: text, found: found,
      now: service.time.now
    ).page.response
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
  func name(of account: ProviderAccountID) -> String { providers.name(of: account) }
}

extension [OfferedProvider] {
  /// The name of an account's provider; its id if the account is not set up.
  func name(of account: ProviderAccountID) -> String {
    first { $0.id == account }?.name ?? account.provider.text
  }

  func name(of provider: ProviderID) -> String { first { $0.id.provider == provider }?.name ?? provider.text }
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
    router.get("/checkouts.csv") { try await export($0, $1) }
  }

  private func export(_ request: Request, _ context: ClientContext) async throws -> Response {
    let reader = try await site.gate.present(request)
    let service = site.server.service
    let query = try CheckoutListQuery(try request.queryFields(), site.time, at: site.server.service.time.now)
    try await site.note("checkouts exported", by: site.acting(reader, request, context))
    let filter = reader.limiting(query.filter(at: service.time.now))
    return .csv("checkouts", Self.columns) { last in
      var page = filter
      page.after = last ?? filter.after
      let files = try await service.checkouts(page, limit: Self.pageSize)
      return (files.map(Self.cells), files.count == Self.pageSize ? files.last.map { CheckoutPlace($0.checkout) } : nil)
    }
  }

  private static func cells(_ file: CheckoutFile) -> [String] {
    let checkout = file.checkout
    let payment = checkout.payment
    let total = file.listedTotal
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
}

extension Response {
  /// A CSV file (RFC 4180), for spreadsheets.
  /// - Parameter page: Reads the lines after a place, which is nil for the first ones. Returns the place to go on from.
  static func csv<Place: Sendable>(
    _ name: String, _ columns: [String],
    page: @escaping @Sendable (_ after: Place?) async throws -> (lines: [[String]], next: Place?)
  ) -> Response {
    // A cell in quotes. An order's reference comes from outside.
    @Sendable func line(_ cells: [String]) -> String {
      cells.map { "\"" + SpreadsheetText.defused($0).replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        + "\r\n"
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/csv; charset=utf-8", .contentDisposition: "attachment; filename=\"\(name).csv\"",
      ],
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(string: line(columns)))
        var place: Place?
        repeat {
          let (lines, next) = try await page(place)
          if !lines.isEmpty { try await writer.write(ByteBuffer(string: lines.map(line).joined())) }
          place = next
        } while place != nil
        try await writer.finish(nil)
      })
  }
}
