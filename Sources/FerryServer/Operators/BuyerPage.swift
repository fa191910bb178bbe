import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// All orders of a buyer: those with the e-mail address of one checkout. The address is in no URL.
struct BuyerRoutes: Sendable {
  /// The most orders that the page reads.
  private static let most = 500

  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/checkouts/{id}/buyer") { try await show($0, $1) }
    router.post("/checkouts/{id}/buyer") { try await erase($0, $1) }
  }

  private func show(_ request: Request, _ context: ClientContext) async throws -> Page {
    let reader = try await site.gate.present(request)
    let file = try await site.file(context, for: reader)
    guard let orders = try await orders(of: file, reader) else { throw Problem.nothingHere }
    return BuyerPage(
      frame: site.page(reader), file: file, orders: orders, isCut: orders.count == Self.most,
      providers: site.server.providers, now: service.time.now
    ).page
  }

  /// The checkouts with the address, newest first; nil if nobody may see one.
  private func orders(of file: CheckoutFile, _ reader: PresentOperator) async throws -> [CheckoutFile]? {
    guard let query = file.shownAddress.flatMap({ SearchQuery.buyer($0) }) else { return nil }
    var filter = reader.limiting(CheckoutFilter(mode: file.checkout.mode))
    var orders: [CheckoutFile] = []
    repeat {
      let found = try await service.find(query, filter, limit: Self.most - orders.count)
      orders += found.files
      filter.after = found.next
    } while filter.after != nil && orders.count < Self.most
    return orders
  }

  /// Erases the buyer of every order that is finished.
  private func erase(_ request: Request, _ context: ClientContext) async throws -> Response {
    let (reader, _) = try await site.gate.acting(request)
    let file = try await site.file(context, for: reader)
    let person = site.acting(reader, request, context)
    let now = service.time.now
    // Erased orders are not found again.
    while let finished = try await orders(of: file, reader)?.filter(\.canForgetBuyer), !finished.isEmpty {
      for order in finished {
        _ = try await service.commit(order.checkout.id) { file, change in
          guard file.canForgetBuyer else { return (nil, ()) }
          change.note(OperatorAction.forget.rawValue, by: person, at: now)
          try file.forgetBuyer(&change, at: now)
          return (nil, ())
        }
      }
    }
    return .seeOther("/checkouts/\(file.checkout.id.text)")
  }
}

extension CheckoutFile {
  /// The buyer's e-mail address, as far as anybody may see it: the provider's, else the one that the shop has stated.
  var shownAddress: String? {
    roundTrips.isLocked ? nil : (masksBuyer ? nil : details?.buyer?.email) ?? buyerFacts?.email
  }

  fileprivate var canForgetBuyer: Bool { checkout.phase.isFinal && hasErasable }
}

private struct BuyerPage {
  let frame: OperatorPage
  let file: CheckoutFile
  let orders: [CheckoutFile]
  let isCut: Bool
  let providers: [OfferedProvider]
  let now: Moment

  private var texts: Texts<OperatorTexts> { frame.texts }

  var page: Page {
    frame.page(
      texts.buyer, mode: file.checkout.mode,
      """
      \(frame.panel("buyer", texts.buyer, beside: erase, facts))\(frame.panel("totals", texts.totals, totals))\
      <h2>\(texts.ordersOfBuyer)</h2>\(if: isCut, "<p>\(texts.latestAlone(orders.count))</p>")\
      \(CheckoutRows(frame: frame, providers: providers, files: orders, now: now).html)
      """)
  }

  private var facts: HTML {
    Facts(frame)
      .adding(\.buyerName, file.shownDetails?.buyer?.name ?? file.statedName)
      .adding(\.email, file.shownAddress)
      .adding(\.orders, String(Set(orders.map(\.order.id)).count))
      .adding(\.disputes, String(orders.map { $0.checkout.payment?.disputes.count ?? 0 }.reduce(0, +)))
      .html
  }

  /// The sums of each currency.
  private var totals: HTML {
    let payments = orders.compactMap(\.checkout.payment)
    let currencies = Set(payments.map(\.captured.currency.code)).sorted()
    guard !currencies.isEmpty else { return "<p>\(texts.noMoney)</p>" }
    return "\(currencies.map { code in sums(payments.filter { $0.captured.currency.code == code }) })"
  }

  private func sums(_ payments: [Payment]) -> HTML {
    func sum(_ amount: (Payment) -> Money) -> String? {
      payments.first.map { first in
        payments.dropFirst().reduce(amount(first)) { $0.plus(amount($1)) }.display(frame.language)
      }
    }
    return Facts(frame)
      .adding(\.authorized, sum(\.authorized)).adding(\.captured, sum(\.captured))
      .adding(\.refunded, sum(\.refunded)).adding(\.disputedAmount, sum(\.disputed))
      .html
  }

  private var erase: HTML {
    let finished = orders.count(where: \.canForgetBuyer)
    guard frame.reader.mayAct, finished > 0 else { return .empty }
    return """
      <details><summary>\(texts.eraseBuyer)</summary><p>\(texts.eraseBuyerMeans(finished)) \(texts.writtenDown)</p>\
      <form method="post" action="\("/checkouts/\(file.checkout.id.text)/buyer" as Link)">\(frame.csrf)\
      \(Button(texts.eraseBuyer).html)</form></details>
      """
  }
}
