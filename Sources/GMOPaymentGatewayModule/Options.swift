public import FerryCheckout
public import FerryCore
import FerryHTTP
import FerryProvider
import GMOPaymentGateway

/// A shop's options for one payment: `providerOptions` of `POST /v1/checkouts` for GMO.
struct PaymentOptions: Codable, Hashable {
  /// A note in Amazon's mail to the buyer: at most 255 characters that Windows-31J has.
  var description: String?
  /// Free text that GMO's console shows: at most 100 bytes of Windows-31J. The first such field has the order's number.
  var clientField2: String?
  var clientField3: String?

  /// The request for a payment page.
  /// - Parameter orderNumber: The number of the order, which people search for in GMO's console.
  static func execution(
    _ options: PaymentOptions?, orderNumber: String, session: String, returnURL: String, term: Duration
  ) -> TwoStepExecution {
    TwoStepExecution(
      returnURL: returnURL, amazonCheckoutSessionID: session, note: options?.description,
      paymentTermSeconds: Int(term.components.seconds),
      clientFields: ClientFields(orderNumber, options?.clientField2, options?.clientField3))
  }

  /// The first problem, with its pointer below the options.
  fileprivate var problem: OrderProblem? {
    do throws(InvalidField) {
      try Self.execution(
        self, orderNumber: "1", session: "1", returnURL: "https://shop.example", term: .seconds(1)
      ).check()
      return nil
    } catch {
      let name = error.pointer.dropFirst()
      return OrderProblem("/" + name.prefix(1).lowercased() + name.dropFirst(), error.explanation)
    }
  }
}

extension GMOPaymentGatewayProvider {
  public func problems(of options: ProviderOptions) -> [OrderProblem] {
    options.problems(as: PaymentOptions.self) { [$0.problem].compactMap(\.self) }
  }
}
