public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider
import SwedbankPay

/// The order, as a new payment order states it.
extension SwedbankPayProvider {
  public func check(_ content: OrderContent) throws(OrderProblem) {
    try content.require(options.currencies, of: "Swedbank Pay")
    try content.requireNoRestrictions(at: "Swedbank Pay")
    try content.checkQuotes { quote throws(OrderProblem) in
      guard let items = try? ItemizedOrder(content, quote).charges, let vat = try? items.vat(in: content.currency)
      else {
        throw OrderProblem("/order/lines", "The total is too large.")
      }
      do throws(InvalidField) {
        let site = "https://shop.example"
        var order = NewPaymentOrder(
          amount: quote.total, vatAmount: vat, description: "Order", language: .english,
          payee: Payee(try PayeeReference("1")),
          urls: PaymentOrderURLs(hostUrls: [site], completeUrl: site + "/paid", cancelUrl: site + "/cancelled"))
        order.orderItems = items
        try order.check(.v2)
      } catch {
        throw OrderProblem(error, items: "/paymentorder/orderItems/", in: content)
      }
    }
  }

  /// The request for a task's payment order. Payee and buyer are added when it is sent.
  func newOrder(_ task: ProviderTask, _ total: Money, _ sdk: SDKSession?) throws -> NewPaymentOrder {
    let checkout = task.checkout
    let shopOptions = try checkout.options(as: PaymentOptions.self)
    let quote = checkout.quote?.total == total ? checkout.quote : nil
    let items = try quote.map { try ItemizedOrder(checkout.content, $0).charges } ?? []
    let number = task.order.number
    var order = NewPaymentOrder(
      amount: total, vatAmount: try items.vat(in: total.currency),
      description: "Order \(number)",
      language: Self.language(checkout.language),
      payee: Payee(try PayeeReference(task.reference, options.references), orderReference: number),
      urls: urls(task, view: view(shopOptions, checkout), sdk))
    order.orderItems = items
    order.urls.termsOfServiceUrl = options.termsOfServiceURL
    shopOptions?.apply(to: &order)
    if let sdk {
      order.instrument = order.instrument ?? sdk.instrument.map { Open($0) }
      if order.restrictedToInstruments.isEmpty {
        order.restrictedToInstruments = sdk.restrictedToInstruments.map { Open($0) }
      }
    }
    return order
  }

  /// Apps show the menu in a page of ours, and browsers go to Swedbank Pay's page, unless the shop says otherwise.
  func view(_ options: PaymentOptions?, _ checkout: Checkout) -> PaymentOptions.View {
    options?.view ?? (checkout.kind == .app ? .menu : .page)
  }

  /// The SDK's addresses, if the buyer pays by it, because its web view recognizes no others.
  private func urls(
    _ task: ProviderTask, view: PaymentOptions.View, _ sdk: SDKSession?
  ) -> PaymentOrderURLs {
    let ours = Link(external: task.returnURLs.pay)?.origin
    let callback = ours.flatMap { canBeCalled($0) ? $0.link(account.notificationPath).text : nil }
    if let sdk {
      var urls = sdk.urls
      urls.callbackUrl = callback
      return urls
    }
    return PaymentOrderURLs(
      hostUrls: ours.map { [$0.text] } ?? [], completeUrl: task.returnURLs.pay, cancelUrl: task.returnURLs.cancel,
      paymentUrl: view == .menu ? task.returnURLs.page : nil, callbackUrl: callback)
  }

  /// Swedbank Pay refuses a whole payment order whose callback address is not https, or that it cannot reach.
  private func canBeCalled(_ site: Origin) -> Bool {
    isSandbox || site.isSecure && !Loopback.isHost(site.host)
  }

  static func language(_ language: Language) -> PageLanguage {
    PageLanguage.allCases.first { $0.rawValue.hasPrefix("\(language.rawValue)-") } ?? .english
  }
}

extension Money {
  /// The share of a part in this sum: `self × part / whole`, rounded down. The shares of consecutive parts, each from the end of
  /// the one before, add up to the sum.
  func share(of part: Money, after before: Money, in whole: Money) -> Money {
    func upTo(_ amount: Int64) -> Int64 {
      let whole = max(1, whole.minorUnits)
      return whole.dividingFullWidth(minorUnits.multipliedFullWidth(by: min(max(0, amount), whole))).quotient
    }
    let end = before.minorUnits.addingReportingOverflow(part.minorUnits).partialValue
    return Money(minorUnits: upTo(end) - upTo(before.minorUnits), currency)
  }
}
