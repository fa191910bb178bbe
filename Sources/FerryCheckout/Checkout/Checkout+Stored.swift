import FerryCore

/// The stored form: one flat object. Values that belong together stand in it as fields of their own, as they did in the first version:
/// what an earlier version stored is read, and an earlier version reads what this one stores.
extension Checkout: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, order, shop, provider, account, mode, kind, app, language, capture, profile, options, content, createdAt
    case expiresAt, phase, payment, noticedDisputes, declinedAttempts, doubt, mismatch, isReviewed, ended
    case inquiry, pageOpenUntil, isDecisionAwaited
    case lastCommand, discarded, reconsidering
  }

  public init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    id = try stored.decode(CheckoutID.self, forKey: .id)
    order = try stored.decode(OrderID.self, forKey: .order)
    shop = try stored.decode(ShopID.self, forKey: .shop)
    provider = try stored.decode(ProviderID.self, forKey: .provider)
    account = try stored.decode(AccountName.self, forKey: .account)
    mode = try stored.decode(Mode.self, forKey: .mode)
    kind = try stored.decode(CheckoutKind.self, forKey: .kind)
    app = try stored.decodeIfPresent(AppBody.self, forKey: .app)
    language = try stored.decode(Language.self, forKey: .language)
    capture = try stored.decode(CapturePolicy.self, forKey: .capture)
    profile = try stored.decode(JourneyProfile.self, forKey: .profile)
    options = try stored.decodeIfPresent(ProviderOptions.self, forKey: .options)
    content = try stored.decode(OrderContent.self, forKey: .content)
    createdAt = try stored.decode(Moment.self, forKey: .createdAt)
    expiresAt = try stored.decode(Moment.self, forKey: .expiresAt)
    phase = try stored.decode(Phase.self, forKey: .phase)
    review = try Review(from: decoder)
    review.completeQuote(of: content)
    providerSession = try ProviderSession(from: decoder)
    payment = try stored.decodeIfPresent(Payment.self, forKey: .payment)
    noticedDisputes = try stored.decodeIfPresent([DisputeID].self, forKey: .noticedDisputes) ?? []
    declinedAttempts = try stored.decode([DeclinedAttempt].self, forKey: .declinedAttempts)
    let mismatch = try stored.decodeIfPresent(AmountMismatch.self, forKey: .mismatch)
    doubt = try stored.decodeIfPresent(HoldReason.self, forKey: .doubt).map {
      $0 == .amountMismatch ? .amount(mismatch) : .contradiction
    }
    let isReviewed = try stored.decode(Bool.self, forKey: .isReviewed)
    let ending = try stored.decodeIfPresent(Phase.Ending.self, forKey: .ended)
    ownDecision =
      switch (isReviewed, ending) {
      case (false, nil): .none
      case (false, let ending?): .ended(ending)
      case (true, nil): .accepted
      case (true, .cancel(let party)): .rejected(party)
      case (true, .expire): .rejected(.merchant)
      }
    inquiry = try stored.decode(Inquiry.self, forKey: .inquiry)
    inquiry.pageOpenUntil = try stored.decodeIfPresent(Moment.self, forKey: .pageOpenUntil)
    inquiry.isDecisionAwaited = try stored.decode(Bool.self, forKey: .isDecisionAwaited)
    issued.last = try stored.decode(CommandNumber.self, forKey: .lastCommand)
    issued.discarded = try stored.decode(CommandNumber.self, forKey: .discarded)
    issued.clearsDoubts = try stored.decodeIfPresent(CommandNumber.self, forKey: .reconsidering)
  }

  public func encode(to encoder: any Encoder) throws {
    var stored = encoder.container(keyedBy: CodingKeys.self)
    try stored.encode(id, forKey: .id)
    try stored.encode(order, forKey: .order)
    try stored.encode(shop, forKey: .shop)
    try stored.encode(provider, forKey: .provider)
    try stored.encode(account, forKey: .account)
    try stored.encode(mode, forKey: .mode)
    try stored.encode(kind, forKey: .kind)
    try stored.encodeIfPresent(app, forKey: .app)
    try stored.encode(language, forKey: .language)
    try stored.encode(capture, forKey: .capture)
    try stored.encode(profile, forKey: .profile)
    try stored.encodeIfPresent(options, forKey: .options)
    try stored.encode(content, forKey: .content)
    try stored.encode(createdAt, forKey: .createdAt)
    try stored.encode(expiresAt, forKey: .expiresAt)
    try stored.encode(phase, forKey: .phase)
    try review.encode(to: encoder)
    try providerSession.encode(to: encoder)
    try stored.encodeIfPresent(payment, forKey: .payment)
    try stored.encodeIfPresent(noticedDisputes.isEmpty ? nil : noticedDisputes, forKey: .noticedDisputes)
    try stored.encode(declinedAttempts, forKey: .declinedAttempts)
    try stored.encodeIfPresent(doubt?.reason, forKey: .doubt)
    try stored.encodeIfPresent(doubt?.mismatch, forKey: .mismatch)
    try stored.encode(ownDecision.isReviewed, forKey: .isReviewed)
    try stored.encodeIfPresent(ownDecision.ending, forKey: .ended)
    try stored.encode(inquiry, forKey: .inquiry)
    try stored.encodeIfPresent(inquiry.pageOpenUntil, forKey: .pageOpenUntil)
    try stored.encode(inquiry.isDecisionAwaited, forKey: .isDecisionAwaited)
    try stored.encode(issued.last, forKey: .lastCommand)
    try stored.encode(issued.discarded, forKey: .discarded)
    try stored.encodeIfPresent(issued.clearsDoubts, forKey: .reconsidering)
  }
}
