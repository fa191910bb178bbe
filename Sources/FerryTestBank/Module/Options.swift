import FerryCheckout
import FerryCore
import FerryProvider

/// A shop's options for one payment: `providerOptions.test-bank` of `POST /v1/checkouts`.
struct PaymentOptions: Codable, Hashable {
  /// A line on the payment page; at most 40 characters.
  var note: String?
}

extension BankProvider {
  func problems(of options: ProviderOptions) -> [OrderProblem] {
    options.problems(as: PaymentOptions.self) {
      ($0.note ?? "").count <= 40 ? [] : [OrderProblem("/note", "Write at most 40 characters.")]
    }
  }
}
