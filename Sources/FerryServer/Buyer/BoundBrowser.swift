import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// A request of the one browser that may continue a checkout.
struct BoundBrowser: Sendable {
  let server: CheckoutServer
  /// As it was when the request came; what is decided, is decided on it as it stands in the commit.
  let file: CheckoutFile
  /// The digest of the browser's cookie.
  private let browser: String?
  /// What the return address named.
  private let nonce: String?

  /// Nil for a browser that is not the one that began.
  /// - Parameter nonce: Of a return from the provider: nothing is committed once it is another one's.
  /// - Throws: `InvalidField` for a cookie that comes twice.
  init?(
    _ server: CheckoutServer, _ file: CheckoutFile, _ headers: HTTPFields, nonce: String? = nil
  ) throws(InvalidField) {
    self.server = server
    self.file = file
    self.nonce = nonce
    browser = try BindingCookie(file.checkout.id, origin: server.configuration.base).digest(in: headers)
    guard file.roundTrips.isBound(to: browser) else { return nil }
  }

  /// Commits something for this browser.
  /// - Throws: `RoundTrips.Refusal.browser` when another browser has begun anew, or the way to the provider was let go, in
  ///   between.
  func commit<Result: Sendable>(
    _ decide: @escaping @Sendable (inout CheckoutFile) throws -> (event: Event?, result: Result)
  ) async throws -> (file: CheckoutFile, result: Result) {
    try await server.service.commit(file.checkout.id) { [browser, nonce] file, _ in
      try file.roundTrips.recognise(browser)
      if let nonce, !equalInConstantTime(nonce, file.roundTrips.nonce) { throw RoundTrips.Refusal.browser }
      return try decide(&file)
    }
  }

  /// Commits an event for this browser, with a code for the way back.
  /// - Parameter event: What has happened, by the checkout as it stands; nil if nothing has.
  func comeBack(
    _ event: @escaping @Sendable (CheckoutFile) throws -> Event?
  ) async throws -> (file: CheckoutFile, code: ReturnCode) {
    let code = ReturnCode(server.service.randomness)
    let now = server.service.time.now
    let (file, _) = try await commit { file in
      let event = try event(file)
      let isReturn = if case .returned = event { true } else { false }
      file.roundTrips.comeBack(code.digest, isSelection: isReturn && file.isChoosing, at: now)
      return (event, ())
    }
    return (file, code)
  }

  /// The code for a page that shows the way back.
  /// - Parameter code: The one that the page was asked for with. It stays while it will be good for as long as the page stands.
  /// - Returns: Nil for a buyer who has not come back from where he is: nothing is shown to him that could be claimed.
  func wayBack(_ code: ReturnCode) async throws -> ReturnCode? {
    let now = server.service.time.now
    guard file.roundTrips.hasComeBack else { return nil }
    guard !file.roundTrips.canShow(code.digest, at: now) else { return code }
    try server.rates.count(file.checkout.id, by: .browser)
    let fresh = ReturnCode(server.service.randomness)
    let (_, isRenewed) = try await commit { file -> (event: Event?, result: Bool) in
      guard file.roundTrips.hasComeBack else { return (nil, false) }
      file.roundTrips.comeBack(fresh.digest, isSelection: false, at: now)
      return (nil, true)
    }
    return isRenewed ? fresh : nil
  }

  /// Commits the codes of a page that shows this browser how things stand.
  /// - Returns: One for the way back; and one by which its buyer agrees to the review as it stands, nil when there is none to
  ///   agree to.
  func codes() async throws -> (file: CheckoutFile, wayBack: ReturnCode, agreement: ReturnCode?) {
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

extension ElsewherePage {
  init(_ file: CheckoutFile, _ configuration: FerryServerConfiguration, _ meaning: StrayReturn.Meaning = .none) {
    self.meaning = meaning
    language = file.checkout.language
    shop = file.checkout.kind == .app ? nil : configuration.checkoutPage(of: file.checkout.shop)
  }
}
