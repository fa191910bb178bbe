import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerryWeb
import HTTPTypes

/// The checkouts of one account, for the requests of one installation's SDK.
struct SDKCheckouts: Sendable {
  let server: CheckoutServer
  let account: ProviderAccountID
  /// Nil for a browser.
  let installation: SDKInstallation?
  private var service: any CheckoutService { server.service }

  /// Performs the server's part of an answer.
  /// - Returns: The checkout as it is then; nil if the request is about none of this account.
  /// - Throws: `SDKRefusal`, `RoundTrips.Refusal`, `Refusal`, `ProblemResponse`, `StoreError`.
  func perform(_ task: SDKTask) async throws -> CheckoutFile? {
    switch task {
    case .answer, .page, .ask: nil
    case .pay(let code, let payment): try await pay(code, payment)
    case .bind(let code): try await bind(code)
    case .find(let reference): try await find(reference)
    case .cancel(let reference): try await cancel(reference)
    }
  }

  /// The first request binds the installation, records its part and confirms, in one commit; then the payment order is made.
  /// After a power cut or a lost answer the SDK repeats the request, which continues from there.
  private func pay(_ text: String, _ payment: SDKPayment) async throws -> CheckoutFile? {
    guard let code = try await accepted(text) else { return nil }
    let (agreed, _) = try await service.commit(code.checkout) { [service] file, _ -> (event: Event?, result: Void) in
      try code.bind(&file)
      let record = try payment.record(SDKCheckout(file))
      guard file.checkout.phase.isBeforePaymentPage, let quote = file.checkout.quote else { return (nil, ()) }
      file.record = record
      file.learn(payment.facts, needed: service.needs(of: file.checkout.accountID))
      return (.confirm(revision: file.checkout.revision, total: quote.total), ())
    }
    if agreed.checkout.phase == .confirmed {
      // Of two requests at once, one finds that the other was first.
      _ = try await service.commit(code.checkout) { file, _ in
        (file.checkout.phase == .confirmed ? .leave(change: nil) : nil, ())
      }
    }
    return try await server.wait(for: code.checkout) {
      $0.checkout.phase.name != .authorizing || $0.outstanding.contains(where: \.isMisconfigured)
    }
  }

  /// A code that may bind the installation.
  private struct AcceptedCode: Sendable {
    let checkout: CheckoutID
    let digest: String
    let installation: SDKInstallation
    let now: Moment

    func bind(_ file: inout CheckoutFile) throws(RoundTrips.Refusal) {
      try file.roundTrips.bind(sdkCode: digest, to: installation.digest, at: now)
    }
  }

  /// Nil for a code of another account.
  private func accepted(_ text: String) async throws -> AcceptedCode? {
    guard let installation, let code = CheckoutTicket(text), var file = try await service.file(code.checkout),
      file.checkout.accountID == account, file.checkout.kind == .app
    else { return nil }
    let accepted = AcceptedCode(
      checkout: code.checkout, digest: code.digest, installation: installation, now: service.time.now)
    // A caller with another code or secret is counted by address only.
    try accepted.bind(&file)
    try server.rates.count(.checkout(code.checkout, .app))
    return accepted
  }

  private func bind(_ text: String) async throws -> CheckoutFile? {
    guard let code = try await accepted(text) else { return nil }
    return try await service.update(code.checkout) { file, _ in
      try code.bind(&file)
      return file
    }
  }

  /// The checkout with a reference of the provider's, if the installation is bound to it.
  private func find(_ reference: ProviderReference) async throws -> CheckoutFile? {
    guard let installation, let id = try await service.checkout(account, reference: reference),
      let file = try await service.file(id), file.roundTrips.isBound(toInstallation: installation.digest)
    else { return nil }
    try server.rates.count(.checkout(id, .app))
    try await service.flush(id)
    return file
  }

  /// The provider's word is waited for: it may refuse for now, and is then asked again on its schedule.
  private func cancel(_ reference: ProviderReference) async throws -> CheckoutFile? {
    guard let file = try await find(reference) else { return nil }
    guard !file.checkout.phase.isFinal else { return file }
    return try await server.end(file.checkout.id) { _ in .cancel(.buyer) }
  }
}

/// The secret of one installation of an app, which its provider's SDK sends with every request. The app makes it once: 32 random
/// bytes in base64url, or more.
struct SDKInstallation: Hashable, Sendable {
  let digest: String

  /// Nil without the field, with two of them, and for text that is too short to be a secret.
  init?(_ headers: HTTPFields) {
    let values = headers[values: .ferryInstallation]
    guard values.count == 1, (43...256).contains(values[0].utf8.count) else { return nil }
    digest = TextDigest.sha256(values[0])
  }
}

extension HTTPField.Name {
  fileprivate static let ferryInstallation = HTTPField.Name(known: SDKAccess.secretHeader)
}
