import FerrySandbox

extension JSONValue {
  /// The request with the member names of the documentation: the API compares names without regard to case. Names that it does
  /// not know, and the merchant's own in `metadata`, stay as they are.
  var withMemberNamesOfAPI: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.withMemberNamesOfAPI))
    case .object(let members):
      .object(
        members.map { member in
          let name = Self.names[member.name.lowercased()] ?? member.name
          return Member(name: name, value: name == "metadata" ? member.value : member.value.withMemberNamesOfAPI)
        })
    default: self
    }
  }

  /// By their lower-case forms. The tables of the technical reference have them ("Fields" of each request).
  private static let names: [String: String] = {
    let all = """
      paymentorder transaction operation currency amount vatAmount description userAgent language productName
      implementation instrument restrictedToInstruments generatePaymentToken generateRecurrenceToken
      generateUnscheduledToken generateTransactionOnFileToken disableStoredPaymentDetails
      enablePaymentDetailsConsentCheckbox paymentToken recurrenceToken unscheduledToken expandFirstInstrument
      disablePaymentMenu initiatingSystemUserAgent metadata urls payeeInfo orderItems payer riskIndicator items
      abortReason state comment requireShippingAddress payeeId payeeReference payeeName productCategory orderReference
      subsite siteId receiptReference hostUrls completeUrl cancelUrl paymentUrl callbackUrl termsOfServiceUrl logoUrl
      reference name type class itemUrl imageUrl discountDescription quantity quantityUnit unitPrice discountPrice
      vatPercent creditCard cardBrands deliveryEmailAddress deliveryTimeFrameIndicator preOrderDate
      preOrderPurchaseIndicator shipIndicator giftCardPurchase reOrderPurchaseIndicator pickUpAddress payerReference
      firstName lastName email msisdn workPhoneNumber homePhoneNumber nationalIdentifier socialSecurityNumber
      countryCode requireConsumerInfo digitalProducts shippingAddressRestrictedToCountryCodes consumerProfileRef
      shippingAddress billingAddress addressee streetAddress coAddress city zipCode accountInfo accountAgeIndicator
      accountChangeIndicator accountChangePwdIndicator shippingAddressUsageIndicator shippingNameIndicator
      suspiciousAccountActivity
      """
    return Dictionary(all.split(whereSeparator: \.isWhitespace).map { ($0.lowercased(), String($0)) }) { first, _ in
      first
    }
  }()
}
