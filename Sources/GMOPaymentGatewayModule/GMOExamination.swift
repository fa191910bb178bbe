import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import GMOPaymentGateway
import HTTPTypes

/// Checks that GMO accepts an account's ShopID and ShopPass, and that the merchant's key may read sessions at Amazon if the
/// settings say so. It searches an order and reads a session that do not exist, which changes nothing.
struct GMOExamination {
  /// The OrderID of no order: Ferry's own have 26 characters.
  static let orderID = "ferry-doctor-no-such-order"
  /// The id of no session.
  static let session = "00000000-0000-4000-8000-000000000000"

  private let id: ProviderAccountID
  private let gmo: GMOPaymentGatewayProvider

  init(_ gmo: GMOPaymentGatewayProvider) {
    id = gmo.account
    self.gmo = gmo
  }

  func findings(_ connection: ProviderConnection) async -> [Finding] {
    var findings = [await shop(connection)]
    if gmo.options.readsSessions { findings.append(await sessions(connection)) } else { findings.append(remainder) }
    return findings
  }

  private var subject: String { id.subject }

  /// The common beginning of the account's settings.
  private var settings: String { GMOPaymentGatewayRegistration.folder(id.account, id.mode) }

  // MARK: GMO

  private func shop(_ connection: ProviderConnection) async -> Finding {
    let call: GMOCall
    let sealed: SealedCall
    do throws(GMOPaymentGateway.InvalidField) {
      call = try .searchTrade(orderID: Self.orderID)
      sealed = try gmo.shop.seal(call)
    } catch {
      return .error(.provider, subject, "A request could not be made.", error.description)
    }
    do throws(TransportFailure) {
      let answer = try await connection.transport.send(sealed.request, body: sealed.body, timeout: .seconds(15))
      return finding(call, answer)
    } catch {
      return .error(
        .provider, subject, "\(gmo.shop.baseURL) does not answer.",
        "Let this machine reach it over https: check the address, DNS, firewall and proxy. A sandbox must be running.")
    }
  }

  private func finding(_ call: GMOCall, _ answer: ProviderAnswer) -> Finding {
    let failure: GMOFailure
    do throws(GMOFailure) {
      let _: TradeInformation = try call.read(
        httpStatus: answer.status.code, body: answer.body, style: gmo.shop.bodyStyle)
      return .warning(
        .provider, subject, "\(gmo.shop.baseURL) knows an order that does not exist.",
        "Check that the address is GMO's.")
    } catch {
      failure = error
    }
    if failure.meanings == [.orderUnknown] {
      return .ok(.provider, subject, "\(gmo.shop.baseURL) accepts ShopID and ShopPass.")
    }
    guard let error = failure.mainError else {
      return answer.status.kind == .serverError
        ? .warning(
          .provider, subject, "\(gmo.shop.baseURL) cannot say at present: HTTP \(answer.status.code).",
          "Ask again in a few minutes.")
        : .error(
          .provider, subject, "\(gmo.shop.baseURL) answers with something else than GMO does.",
          "Check the address, and proxies on the way to it.")
    }
    let cause = error.meaning?.cause ?? "GMO gives a code that is not in its published lists."
    let remedy = error.meaning?.remedy ?? "Ask GMO about it."
    return failure.kind == .misconfigured
      ? .error(
        .provider, subject, "\(gmo.shop.baseURL) refuses the shop \(gmo.shop.shopID) (\(error)). \(cause)", remedy)
      : .warning(.provider, subject, "\(gmo.shop.baseURL) answers unexpectedly (\(error)). \(cause)", remedy)
  }

  // MARK: The origin of sessions

  /// The risk that remains if sessions cannot be proved.
  private var remainder: Finding {
    let isMasked = gmo.options.masksReview
    let seen = """
      GMO does not tell which checkout a session at Amazon was made for. Ferry takes each session once, in the browser that \
      left, while the checkout lasts.
      """
    guard !isMasked else {
      return .note(.provider, subject, "\(seen) The review hides the buyer's data until they have paid.")
    }
    return .note(
      .provider, subject,
      "\(seen) Somebody who steals the id of a session, and brings it back first, sees that buyer's address in the review.",
      """
      If Amazon lets the merchant's key read sessions, set \(settings).readsSessions to yes. If not, \
      \(settings).masksReview hides the buyer's data until they have paid.
      """)
  }

  private func sessions(_ connection: ProviderConnection) async -> Finding {
    let place = gmo.merchant.endpoint.origin
    do {
      let call = try AmazonPayCall.getCheckoutSession(Self.session)
      let request = try gmo.merchant.request(for: call, at: connection.time.now)
      let answer = try await connection.transport.send(request, body: [], timeout: .seconds(15))
      let _: CheckoutSession = try call.object(in: answer)
      return .warning(.provider, subject, "\(place) knows a session that does not exist.", "Check its address.")
    } catch let failure as AmazonPayFailure {
      switch failure.kind {
      case .rejected(.notFound): return .ok(.provider, subject, "\(place) lets the merchant's key read sessions.")
      case .transient:
        return .warning(.provider, subject, "\(place) cannot say at present.", "Ask again in a few minutes.")
      default:
        return .error(
          .provider, subject, "\(place) does not let the merchant's key read sessions: \(failure.description)",
          "Compare merchant id and key with Seller Central, or set \(settings).readsSessions to no.")
      }
    } catch is TransportFailure {
      return .error(
        .provider, subject, "\(place) does not answer.",
        "Let this machine reach it over https: check DNS, firewall and proxy.")
    } catch {
      return .error(.provider, subject, "A request could not be signed.", "Check the private key for Amazon.")
    }
  }
}
