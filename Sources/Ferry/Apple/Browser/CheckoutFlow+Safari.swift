#if canImport(SafariServices) && canImport(UIKit)
  import Foundation
  public import UIKit

  extension CheckoutFlow {
    /// Takes the buyer through a payment in `SFSafariViewController`.
    ///
    /// The connection to the checkout server is opened at once, beside the shop's own call, so that the page comes sooner.
    ///
    /// - Parameters:
    ///   - order: The shop's own name for what is paid for, the same in every attempt to pay for it: the cart's id. Nil when
    ///     the app has one order at a time.
    ///   - presenter: What the browser is shown over; nil: whatever the window in the foreground shows, as SwiftUI apps
    ///     want it.
    ///   - create: Has the shop's backend create the checkout.
    ///   - review: Asks the buyer, as often as there is something to ask.
    /// - Returns: How the checkout stands: see `CheckoutResult`.
    /// - Throws: As `pay(for:from:create:review:)` with a browser of one's own.
    public func pay(
      for order: String? = nil, from presenter: UIViewController? = nil, create: @escaping Create,
      review: @escaping Review
    ) async throws -> CheckoutResult {
      try await pay(for: order, from: safari(presenter), create: create, review: review)
    }

    /// Goes on with a checkout that is not finished, in `SFSafariViewController`.
    ///
    /// - Parameters:
    ///   - checkout: From `resumed`, or from `unfinished`.
    ///   - presenter: What the browser is shown over; nil: whatever the window in the foreground shows.
    /// - Throws: As `resume(_:from:review:)` with a browser of one's own.
    public func resume(
      _ checkout: String, from presenter: UIViewController? = nil, review: @escaping Review
    ) async throws -> CheckoutResult {
      try await resume(checkout, from: safari(presenter), review: review)
    }

    private func safari(_ presenter: UIViewController?) -> SafariBrowser {
      let browser = SafariBrowser(presenter: presenter)
      if let url = server.flatMap({ URL(string: $0.base) }) { browser.prewarm(url) }
      return browser
    }
  }
#endif
