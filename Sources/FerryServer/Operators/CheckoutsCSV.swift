import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The checkouts of a filter as a CSV file (RFC 4180), for spreadsheets. Nothing in it is about buyers.
struct CheckoutsCSV: Sendable {
  private static let pageSize = 200
  private static let columns = [
    "created", "checkout", "order_number", "order_reference", "shop", "mode", "provider", "account", "phase", "reason",
    "currency", "total", "authorized", "captured", "refunded", "released", "provider_reference",
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
      payment?.reference ?? "",
    ]
  }

  private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

  /// A cell in quotes. An order's reference comes from outside.
  private static func cell(_ text: String) -> String {
    "\"" + SpreadsheetText.defused(text).replacing("\"", with: "\"\"") + "\""
  }
}
