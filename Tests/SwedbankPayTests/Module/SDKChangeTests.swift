import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import FerryTesting
import HTTPTypes
import SwedbankPay
import SwedbankPayModule
import Testing

/// Changes that an app with the official SDK asks for by the address of an operation.
@Suite("Swedbank Pay: changes by the SDK")
struct SDKChangeTests {
  /// The payment order whose end is asked for; nil if the address is refused.
  private func ended(_ href: String) throws -> String? {
    let backend = SwedbankPayBackend(
      SwedbankPayProvider(try .sample()),
      ProviderConnection(transport: ClientTests.Script([]), time: VirtualTime(), randomness: SequentialRandomness()))
    let address = try #require(Link(external: "https://pay.shop.example/ferry/sdk/swedbank-pay/"))
    let body = #"{"href":"\#(href)","paymentorder":{"operation":"Abort","abortReason":"CancelledByConsumer"}}"#
    let request = SDKRequest(.patch, backend: address, path: "patch", body: Array(body.utf8))
    guard case .cancel(let order)? = try? backend.task(request) else { return nil }
    return order.value
  }

  @Test(
    "An address of the API names its payment order, by both names of the host and as a path",
    arguments: ["https://api.externalintegration.payex.com", "https://api.externalintegration.swedbankpay.com", ""])
  func ownHosts(_ site: String) throws {
    #expect(try ended("\(site)\(Answers.id)?_tc_tid=c3") == Answers.id)
  }

  @Test(
    "An address of the other mode, of another subdomain or of anybody else names none",
    arguments: [
      "https://api.payex.com", "https://api.swedbankpay.com", "https://ecom.externalintegration.swedbankpay.com",
      "https://online.externalintegration.swedbankpay.com", "http://api.externalintegration.swedbankpay.com",
      "https://api.externalintegration.swedbankpay.com.evil.example", "https://evil.example", "//evil.example",
    ])
  func foreignHosts(_ site: String) throws {
    #expect(try ended("\(site)\(Answers.id)") == nil)
  }
}
