import FerryCore
import FerryWeb

/// The sign-in product: the shop gets a token for the buyer's data.
extension PageRequest {
  private static let signedNames = ["payloadJSON", "signature", "publicKeyId", "algorithm", "merchantId", "sandbox"]

  func showSignInProduct(_ form: Fields, hasBadEmail: Bool = false) throws -> PageAnswer {
    let request = try signInRequest(form)
    let merchant = sandbox.configuration.merchants.first { $0.id == request.owner.merchantID }
    let signed = Self.signedNames.compactMap { name in form[name].map { (name: name, value: $0) } }
    return PageAnswer(
      SignInProductPage(text: text, shop: merchant?.name ?? "", signed: signed, hasBadEmail: hasBadEmail).page)
  }

  mutating func signInProduct(_ form: Fields) throws -> PageAnswer {
    let request = try signInRequest(form)
    guard let buyer = TestBuyer(email: try form.required("email")) else {
      return try showSignInProduct(form, hasBadEmail: true)
    }
    let randomness = sandbox.randomness
    let token = change { ledger, now in ledger.newBuyerToken(request, buyer, at: now, randomness) }
    let url = ReturnURL(request.returnURL)?.adding("buyerToken", token.token)
    return PageAnswer(.seeOther(url ?? sandbox.origin.text))
  }

  private func signInRequest(_ form: Fields) throws -> SignInRequest {
    let (owner, payload) = try owner(of: try form.required("payloadJSON"), form)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: Array(payload.utf8))
    } catch {
      throw AmazonPayRefusal(400, "InvalidRequestFormat", "The payload is not JSON: \(error).")
    }
    return try sandbox.reading { ledger throws(AmazonPayRefusal) in try ledger.signInRequest(value, of: owner) }
  }
}
