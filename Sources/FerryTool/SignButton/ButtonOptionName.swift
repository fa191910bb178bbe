import AmazonPay

/// Which option a field of the payload comes from, for messages.
enum ButtonOptionName {
  static func option(of field: String) -> String? {
    switch field {
    case "webCheckoutDetails.checkoutReviewReturnUrl": "--review-url"
    case "webCheckoutDetails.checkoutResultReturnUrl": "--result-url"
    case "webCheckoutDetails.checkoutCancelUrl": "--cancel-url"
    case "signInReturnUrl": "--sign-in-url"
    case "checkoutLanguage": "--language"
    case "buttonColor": "--color"
    case "estimatedOrderAmount": "--estimate"
    case "selector": "--selector"
    case "paymentDetails.paymentIntent": "--intent"
    case "paymentDetails.chargeAmount", "chargeAmount": "--amount"
    case "paymentDetails.totalOrderAmount": "--total"
    case "paymentDetails.canHandlePendingAuthorization": "--can-handle-pending-authorization"
    case "recurringMetadata": "--frequency"
    case "recurringMetadata.frequency.value": "--every"
    case "recurringMetadata.amount": "--recurring-amount"
    case "paymentMethodOnFileMetadata": "--setup-only"
    case "merchantMetadata.merchantStoreName": "--store-name"
    case "merchantMetadata.merchantReferenceId": "--reference"
    case "merchantMetadata.noteToBuyer": "--note"
    case "deliverySpecifications.addressRestrictions.restrictions": "--countries"
    case "processorSpecifications.name": "--processor"
    case "addressDetails": "--address-name and the others"
    case "addressDetails.name": "--address-name"
    case "addressDetails.addressLine1": "--address-line1"
    case "addressDetails.city": "--address-city"
    case "addressDetails.stateOrRegion": "--address-state"
    case "addressDetails.postalCode": "--address-postal-code"
    case "addressDetails.countryCode": "--address-country"
    case "addressDetails.phoneNumber": "--address-phone"
    default: nil
    }
  }
}
