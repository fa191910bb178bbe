import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryModule
import GMOPaymentGateway
import HTTPTypes

extension GMOPaymentGatewayProvider {
  /// Checks that GMO accepts ShopID and ShopPass, and that the merchant's key may read sessions at Amazon if the settings say
  /// so. It searches an order and reads a session that do not exist, which changes nothing.
  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    await shop(connection) + (options.readsSessions ? await sessions(connection) : [unprovenOrigin])
  }

  /// The OrderID of no order: Ferry's own have 26 characters.
  static let noOrder = "ferry-doctor-no-such-order"
  /// The id of no session.
  static let noSession = "00000000-0000-4000-8000-000000000000"

  /// The common beginning of the account's settings.
  private var settings: String { GMOPaymentGatewayRegistration.folder(id.account, id.mode) }

  private func shop(_ connection: ProviderConnection) async -> [Finding] {
    await Examination(id, at: shop.baseURL, of: "GMO").findings(
      try GMOCall.searchTrade(orderID: Self.noOrder), connection
    ) { call, _ in
      try shop.seal(call)
    } meaning: { call, answer in
      do throws(GMOFailure) {
        let _: TradeInformation = try call.read(
          httpStatus: answer.status.code, body: answer.body, style: shop.bodyStyle)
        return .exists("an order")
      } catch {
        return meaning(of: error, answer)
      }
    }
  }

  private func meaning(of failure: GMOFailure, _ answer: ProviderAnswer) -> Examination.Meaning {
    if failure.meanings == [.orderUnknown] { return .accepted("ShopID and ShopPass") }
    guard let error = failure.mainError else {
      return answer.status.kind == .serverError ? .unavailable("HTTP \(answer.status.code)") : .foreign
    }
    let cause = error.meaning?.cause ?? "GMO gives a code that is not in its published lists."
    let remedy = error.meaning?.remedy ?? "Ask GMO about it."
    return failure.kind == .misconfigured
      ? .refused("refuses the shop \(shop.shopID) (\(error)). \(cause)", change: remedy)
      : .unexpected("answers unexpectedly (\(error)). \(cause)", change: remedy)
  }

  // MARK: The origin of sessions

  /// The risk that remains if sessions cannot be proved.
  private var unprovenOrigin: Finding {
    let seen = """
      GMO does not tell which checkout a session at Amazon was made for. Ferry takes each session once, in the browser that \
      left, while the checkout lasts.
      """
    guard !options.masksReview else {
      return .note(.provider, id.subject, "\(seen) The review hides the buyer's data until they have paid.")
    }
    return .note(
      .provider, id.subject,
      "\(seen) Somebody who steals the id of a session, and brings it back first, sees that buyer's address in the review.",
      """
      If Amazon lets the merchant's key read sessions, set \(settings).readsSessions to yes. If not, \
      \(settings).masksReview hides the buyer's data until they have paid.
      """)
  }

  private func sessions(_ connection: ProviderConnection) async -> [Finding] {
    await Examination(id, at: merchant.endpoint.origin, of: "Amazon Pay").findings(
      try AmazonPayCall.getCheckoutSession(Self.noSession), connection
    ) { call, now in
      SealedRequest(try merchant.request(for: call, at: now), body: [])
    } meaning: { call, answer in
      do throws(AmazonPayFailure) {
        let _: CheckoutSession = try call.object(in: answer)
        return .exists("a session")
      } catch {
        switch error.kind {
        case .rejected where error.cause == .notFound: return .accepted("the merchant's key for reading sessions")
        case .transient: return .unavailable("HTTP \(answer.status.code)")
        default:
          return .refused(
            "does not let the merchant's key read sessions: \(error.description)",
            change: "Compare merchant id and key with Seller Central, or set \(settings).readsSessions to no.")
        }
      }
    }
  }
}
