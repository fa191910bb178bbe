public import FerryCore
public import Foundation

/// The configuration of a provider's own SDK that has the checkout server as its merchant backend. It is the same at every
/// start of the app, so that the SDK can restore its state.
public struct ProviderSDKConfiguration: Hashable, Sendable {
  /// The merchant backend's address, with a slash at its end.
  public let backendURL: URL
  /// The header fields that the SDK sends with every request. They hold a secret of this installation.
  public let headers: [String: String]
}

extension ProviderSDKConfiguration: Redacted {
  public var description: String { "ProviderSDKConfiguration(\(backendURL.absoluteString))" }
}

extension CheckoutFlow {
  /// The configuration of a provider's own SDK. The call waits for the storage, but UIKit restores controllers before that. So
  /// set up the SDK with a configuration of the app's own. Each call of that configuration waits for this one.
  ///
  /// ```swift
  /// let sdk = try await flow.sdkConfiguration(for: "swedbank-pay")
  /// let configuration = SwedbankPaySDK.MerchantBackendConfiguration(backendUrl: sdk.backendURL, headers: sdk.headers)
  /// configuration.postPaymentorders(…)
  /// ```
  ///
  /// - Throws: `FlowFailure.unsafeServer`, also for another text than a provider's id; `.cannotKeep`.
  public func sdkConfiguration(for provider: String) async throws(FlowFailure) -> ProviderSDKConfiguration {
    guard let url = server?.sdkBackend(provider) else { throw .unsafeServer }
    try await readStorage()
    if let sdkSecret { return configuration(url, sdkSecret) }
    let secret = randomness.token(bytes: 32)
    // At once, so that another call has the same.
    sdkSecret = secret
    let item = StoredItem(
      name: Self.sdkSecretItem, bytes: Array(secret.utf8), expiresAt: time.now + .seconds(10 * 365 * 86_400))
    guard await keep(item) else {
      sdkSecret = nil
      throw .cannotKeep
    }
    return configuration(url, secret)
  }

  private func configuration(_ url: URL, _ secret: String) -> ProviderSDKConfiguration {
    ProviderSDKConfiguration(backendURL: url, headers: [SDKAccess.secretHeader: secret])
  }

  /// The name of the installation's secret in the storage. No checkout has a name of this form.
  static let sdkSecretItem = "sdk-secret"

  /// A code for a stored checkout.
  func sdkCode(for checkout: String) async throws -> String {
    try await readStorage()
    guard let server, let memory = kept.values.first(where: { $0.checkout == checkout }) else {
      throw FlowFailure.notKept
    }
    return try await CheckoutAPI(server: server, sender: sender).sdkAccess(memory.secrets).code
  }
}

/// Shows a provider's own SDK in place of a secure browser. Give it to `CheckoutFlow.pay` and `resume`; the flow creates the
/// checkout, asks the buyer, and finds out what became of the payment.
///
/// ```swift
/// let screen = ProviderSDKScreen(flow) { checkout, code in
///   await PaymentScreen.present(checkout, orderReference: code)   // returns when the SDK's controller has ended
/// } close: {
///   await PaymentScreen.dismiss()
/// }
/// ```
@MainActor
public final class ProviderSDKScreen: SecureBrowser {
  /// Shows the SDK's controller, and returns when it has ended, however it did.
  ///
  /// - Parameters:
  ///   - checkout: The checkout's id. Give it to the SDK as the payment's identifier, so that a second showing has the same
  ///     addresses.
  ///   - code: The order's reference in the SDK's payment order: `payeeInfo.orderReference`.
  public typealias Show = @MainActor @Sendable (_ checkout: String, _ code: String) async -> Void

  private let flow: CheckoutFlow
  private let show: Show
  private let dismiss: @MainActor @Sendable () async -> Void

  /// - Parameter close: Dismisses the SDK's controller, and returns when it has left the screen.
  public init(
    _ flow: CheckoutFlow, show: @escaping Show, close: @escaping @MainActor @Sendable () async -> Void
  ) {
    self.flow = flow
    self.show = show
    dismiss = close
  }

  /// - Parameter url: The start page's address, whose ticket names the checkout. The SDK needs no ticket.
  public func open(_ url: URL) async throws -> URL? {
    guard let checkout = url.fragment?.split(separator: ".").first.map(String.init) else {
      throw SecureBrowserFailure.notAPage
    }
    await show(checkout, try await flow.sdkCode(for: checkout))
    return nil
  }

  public func close() async { await dismiss() }
}
