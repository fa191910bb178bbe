import Crypto
import FerryCore
import FerryHTTP
import HTTPTypes

/// A shop's account at the test bank: login and secret, and the address that they are valid at.
struct BankAccount: Sendable {
  let mode: Mode
  let origin: Origin
  let login: String
  /// Signs requests and notifications.
  let secret: Secret<String>

  /// Returns true if a buyer may be sent to an address from an answer.
  func mayRedirect(to address: String) -> Bool { AddressParts(address)?.origin == origin }

  /// Adds the signature to a call, and the payer's address and browser to a new payment.
  /// - Throws: `InvalidField` for a new payment without them.
  func seal(
    _ call: BankCall, for payer: BuyerFacts?, at now: Moment, nonce: [UInt8]
  ) throws(InvalidField) -> SealedRequest {
    var body = call.content
    if call.operation == .open {
      guard let payer, payer.ipAddress != nil, payer.userAgent != nil, var new = try? BankCall.NewPayment(json: body)
      else { throw InvalidField("/payer", "Send the payer's address and browser.") }
      new.payer = BuyerFacts(ipAddress: payer.ipAddress, userAgent: payer.userAgent)
      body = stableJSON(new)
    }
    let proof = "\(now.milliseconds) \(Base64URL.encode(nonce))"
    let signature = signature(of: Array("\(call.path) \(proof) ".utf8) + body)
    return SealedRequest(
      HTTPRequest(
        method: .post, scheme: origin.scheme, authority: origin.authority, path: call.path,
        headerFields: [
          .contentType: "application/json", .authorization: "Bank \(login) \(proof) \(signature)",
        ]),
      body: body)
  }

  /// HMAC-SHA256, in base64url.
  func signature(of bytes: [UInt8]) -> String {
    let key = SymmetricKey(data: Array(secret.reveal().utf8))
    return Base64URL.encode(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
  }
}
