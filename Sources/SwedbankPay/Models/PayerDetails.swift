public import FerryCore
import FerryHTTP

/// The payer as Swedbank Pay knows them. Personal: it prints as "redacted".
public struct PayerDetails: Sendable, Decodable, Redacted {
  public let reference: String?
  public let name: String?
  public let email: String?
  public let msisdn: String?
  public let shippingAddress: PostalAddress?
  public let billingAddress: PostalAddress?

  private enum CodingKeys: String, MemberKey { case reference, name, email, msisdn, shippingAddress, billingAddress }
}

/// The merchant's side of a payment order, as sent.
public struct PayeeEcho: Hashable, Sendable, Decodable {
  public let payeeId: String?
  public let payeeReference: String?
  public let payeeName: String?
  public let productCategory: String?
  public let orderReference: String?

  private enum CodingKeys: String, MemberKey {
    case payeeId, payeeReference, payeeName, productCategory, orderReference
  }
}
