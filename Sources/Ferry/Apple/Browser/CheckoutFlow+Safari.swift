#if canImport(SafariServices) && canImport(UIKit)
  import Foundation
  public import UIKit

  extension CheckoutFlow {
    /// Takes the buyer through a payment in `SFSafariViewController`.
    ///
    /// It connects to the checkout server at once, during the shop's own call, so that the page loads faster.
    ///
    /// - Parameters:
    ///   - order: The shop's own name for the order, the same in every attempt to pay for it: the cart's id. Nil if the app
    ///     has one order at a time.
    ///   - presenter: The controller that presents the browser. Nil for the one that the window in the foreground shows, as
    ///     SwiftUI apps need.
    ///   - create: Asks the shop's backend to create the checkout.
    ///   - review: Asks the buyer. Called as often as there is something to ask.
    /// - Returns: The checkout's result: see `CheckoutResult`.
    /// - Throws: The same as `pay(for:from:create:review:)`.
    public func pay(
      for order: String? = nil, from presenter: UIViewController? = nil, create: @escaping Create,
      review: @escaping Review
    ) async throws -> CheckoutResult {
      try await pay(for: order, from: safari(presenter), create: create, review: review)
    }

    /// Continues an unfinished checkout in `SFSafariViewController`.
    ///
    /// - Parameters:
    ///   - checkout: From `resumed`, or from `unfinished`.
    ///   - presenter: The controller that presents the browser. Nil for the one that the window in the foreground shows.
    /// - Throws: The same as `resume(_:from:review:)`.
    public func resume(
      _ checkout: String, from presenter: UIViewController? = nil, review: @escaping Review
    ) async throws -> CheckoutResult {
      try await resume(checkout, from: safari(presenter), review: review)
    }

    func safari(_ presenter: UIViewController?) -> SafariBrowser {
      let browser = SafariBrowser(presenter: presenter)
      if let url = server.flatMap({ URL(string: $0.base) }) { browser.prewarm(url) }
      return browser
    }
  }
#endif
