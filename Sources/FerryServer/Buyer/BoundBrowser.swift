import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The one browser that may continue a checkout, known by its binding cookie.
struct BoundBrowser: Sendable {
  let server: CheckoutServer
  /// The checkout as it was when the request came. Decisions are made on the checkout as it is in the commit.
  let file: CheckoutFile
  private let browser: String?
  /// The nonce of the return address, for returns from the provider.
  private let nonce: String?

  /// - Parameter nonce: For a return from the provider: once the checkout has another nonce, nothing is committed.
  /// - Throws: `OtherBrowser`; `Problem` for a cookie that comes twice.
  init(_ server: CheckoutServer, _ file: CheckoutFile, _ headers: HTTPFields, nonce: String? = nil) throws {
    self.server = server
    self.file = file
    self.nonce = nonce
    browser = try BindingCookie(file.checkout.id, origin: server.configuration.base).digest(in: headers)
    guard file.roundTrips.isBound(to: browser) else { throw OtherBrowser(file: file) }
  }

  /// Commits a decision for this browser.
  /// - Throws: `OtherBrowser` if another browser has started over, or the selection was discarded, since the request came.
  func commit<Result: Sendable>(
    mayWait: Bool = false, _ decide: @escaping @Sendable (inout CheckoutFile) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    do {
      return try await server.service.commit(file.checkout.id, mayWait: mayWait) { [browser, nonce] file, change in
        change.waits = mayWait
        try file.roundTrips.recognise(browser)
        if let nonce, !equalInConstantTime(nonce, file.roundTrips.nonce) { throw RoundTrips.Refusal.browser }
        return try decide(&file)
      }
    } catch RoundTrips.Refusal.browser {
      throw OtherBrowser(file: file)
    }
  }

  /// Commits an event of this browser, with a code for its way back.
  /// - Parameters:
  ///   - mayWait: True if the caller waits for the provider's answer before it tells anybody of the code.
  ///   - event: Returns the event for the checkout as it is in the commit; nil if nothing has happened.
  func comeBack(
    mayWait: Bool = false, _ event: @escaping @Sendable (CheckoutFile) throws -> Event?
  ) async throws -> (file: CheckoutFile, code: ReturnCode) {
    let code = ReturnCode(server.service.randomness)
    let now = server.service.time.now
    let (file, _) = try await commit(mayWait: mayWait) { file in
      let event = try event(file)
      let isReturn = if case .returned = event { true } else { false }
      file.roundTrips.comeBack(code.digest, isSelection: isReturn && file.checkout.phase.isBeforeConfirmation, at: now)
      return (event, ())
    }
    return (file, code)
  }

  /// The code for a page that offers the way back.
  /// - Parameter code: The code that the page was asked for with. It is kept if it is valid for as long as the page is shown.
  /// - Returns: Nil for a browser that has not returned: it is shown nothing that could be claimed.
  func renewed(_ code: ReturnCode) async throws -> ReturnCode? {
    let now = server.service.time.now
    guard file.roundTrips.hasComeBack else { return nil }
    guard !file.roundTrips.canShow(code.digest, at: now) else { return code }
    try server.rates.count(.checkout(file.checkout.id, .browser))
    let fresh = ReturnCode(server.service.randomness)
    let (_, isRenewed) = try await commit { file -> (event: Event?, result: Bool) in
      guard file.roundTrips.hasComeBack else { return (nil, false) }
      file.roundTrips.comeBack(fresh.digest, isSelection: false, at: now)
      return (nil, true)
    }
    return isRenewed ? fresh : nil
  }

  /// Commits the codes of a page that shows the review.
  /// - Returns: A code for the way back, and a code for the buyer's agreement to the review; nil if there is no review.
  func reviewCodes() async throws -> (file: CheckoutFile, wayBack: ReturnCode, agreement: ReturnCode?) {
    let wayBack = ReturnCode(server.service.randomness)
    let secret = ReturnCode(server.service.randomness)
    let now = server.service.time.now
    let (file, agreement) = try await commit { file -> (event: Event?, result: ReturnCode?) in
      file.roundTrips.comeBack(wayBack.digest, isSelection: false, at: now)
      guard case .reviewing = file.checkout.phase else { return (nil, nil) }
      if let total = file.checkout.quote?.total { file.roundTrips.show(total) }
      let agreement = ReturnCode(secret, agreeingTo: file.checkout.revision)
      file.roundTrips.comeBack(agreement.digest, isSelection: false, at: now)
      return (nil, agreement)
    }
    return (file, wayBack, agreement)
  }
}

/// Thrown for a request of a browser that is not the bound one.
struct OtherBrowser: Error {
  let file: CheckoutFile
  var meaning: UnboundReturn.Meaning = .none
}

extension CheckoutServer {
  /// Routes that answer other browsers than the bound one with a page that says where to continue.
  func pages<Context>(_ router: some RouterMethods<Context>) -> RouterGroup<Context> {
    router.group(catching: { error, _ in
      guard let other = error as? OtherBrowser else { throw error }
      return page(other).response
    })
  }

  private func page(_ other: OtherBrowser) -> Page {
    let checkout = other.file.checkout
    let language = checkout.language
    let isInApp = checkout.kind == .app
    let texts = language.buyerTexts
    let words =
      switch other.meaning {
      case .none: texts.startedElsewhere
      case .cookiesBlocked: texts.cookiesBlocked
      case .selectionDiscarded: isInApp ? texts.selectionDiscardedInApp : texts.selectionDiscarded
      case .paymentChecked: isInApp ? texts.paymentCheckedInApp : texts.paymentChecked
      }
    // The link into an app has no code: nothing that this browser has brought back gets there.
    let way =
      isInApp
      ? links.deepLinks(checkout, nil)?.button?.button(texts.openApp)
      : configuration.checkoutPage(of: checkout.shop)?.button(texts.backToShop)
    return Page(.forbidden, words, language, actions: way ?? .empty)
  }
}
