import AmazonPay
import FerryCheckout
import FerryCore
import FerryTesting
import GMOPaymentGateway
import GMOPaymentGatewayModule
import Testing

typealias Sale = SoldOrder<GMOPaymentGatewayProvider, ScriptedGMO>

/// A checkout for tea at GMO.
extension Sale {
  static var total: Money { .yen(5_500) }
  static var session: String { "1b2c3d4e-0000-1111-2222-333344445555" }

  static var content: OrderContent {
    OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "tea", name: "煎茶", quantity: 2, unitPrice: .yen(2_500))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: ShippingRule(standard: .yen(500)))
  }

  init(capture: CapturePolicy = .automatic, options: ProviderOptions? = nil, _ gmo: ScriptedGMO = .init()) throws {
    try self.init(Self.content, at: Self.provider(), gmo, language: .japanese, capture: capture, options: options)
  }

  static func provider(
    _ change: (inout GMOPaymentGatewayProvider.Options) -> Void = { _ in }
  ) throws -> GMOPaymentGatewayProvider {
    var options = GMOPaymentGatewayProvider.Options()
    change(&options)
    let merchant = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7",
      storeId: "amzn1.application-oa2-client.0123456789abcdef0123456789abcdef",
      publicKeyId: "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA", privateKeyPEM: Secret(SigningTestKey.privateKey))
    return GMOPaymentGatewayProvider(try .sample(), merchant, options)
  }

  /// A checkout whose buyer is on GMO's page.
  static func paying(
    capture: CapturePolicy = .automatic, options: ProviderOptions? = nil, _ gmo: ScriptedGMO = ScriptedGMO()
  ) throws -> Sale {
    var tea = try Sale(capture: capture, options: options, gmo)
    try tea.select()
    try tea.apply(.confirm(revision: tea.checkout.revision, total: total))
    return tea
  }

  static func paid(capture: CapturePolicy = .automatic) throws -> Sale {
    var tea = try paying(capture: capture)
    tea.bank.set { $0.status = "AUTH" }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .paid)
    return tea
  }

  mutating func select() throws {
    try apply(.leave(change: nil))
    try apply(.returned(session: Self.session))
  }
}
