public import FerryCore
import FerryHTTP

/// The payer as Swedbank Pay knows them. Personal: it prints as "redacted".
public struct PayerDetails: Sendable, Redacted {
  /// The merchant's id of the payer.
  public let reference: String?
  public let name: String?
  public let email: String?
  public let msisdn: String?
  public let shippingAddress: PostalAddress?
  public let billingAddress: PostalAddress?
}

extension PayerDetails: PaymentOrderNode {
  init(_ object: inout LenientObject, _ currency: Currency) throws {
    reference = object.text("reference")
    name = object.text("name")
    email = object.text("email")
    msisdn = object.text("msisdn")
    shippingAddress = object.value("shippingAddress")
    billingAddress = object.value("billingAddress")
  }
}

/// The merchant's side of a payment order, as sent.
public struct PayeeEcho: Hashable, Sendable {
  public let payeeId: String?
  public let payeeReference: String?
  public let payeeName: String?
  public let productCategory: String?
  public let orderReference: String?
}

extension PayeeEcho: PaymentOrderNode {
  init(_ object: inout LenientObject, _ currency: Currency) throws {
    payeeId = object.text("payeeId")
    payeeReference = object.text("payeeReference")
    payeeName = object.text("payeeName")
    productCategory = object.text("productCategory")
    orderReference = object.text("orderReference")
  }
}
