import FerrySandbox

extension RequestShape {
  /// The body of an operation; nil if the body is ignored.
  static func body(of operation: APIOperation, _ rules: Rules) -> RequestShape? {
    switch operation {
    case .getCheckoutSession, .getBuyer, .getChargePermission, .getCharge, .getRefund, .getReports, .getReport,
      .getReportDocument, .getReportSchedules, .getReportSchedule, .cancelReportSchedule, .getDisbursements,
      .getAuthorizationToken:
      nil
    case .createCheckoutSession: createCheckoutSession(rules)
    case .updateCheckoutSession: .object(sharedSessionFields(rules))
    case .completeCheckoutSession: .object([optional("chargeAmount", .price), optional("totalOrderAmount", .price)])
    case .finalizeCheckoutSession:
      .object([
        optional("shippingAddress", address), optional("billingAddress", address), optional("chargeAmount", .price),
        optional("totalOrderAmount", .price),
        optional("paymentIntent", .choice(["Confirm", "Authorize", "AuthorizeWithCapture"])),
        optional("canHandlePendingAuthorization", .flag), optional("supplementaryData", .text(4096)),
      ])
    case .updateChargePermission:
      .object([optional("merchantMetadata", merchantMetadata), optional("recurringMetadata", recurringMetadata)])
    case .closeChargePermission:
      .object([required("closureReason", .text(rules.reasonLimit)), optional("cancelPendingCharges", .flag)])
    case .createCharge: createCharge(rules)
    case .updateCharge:
      .object([
        required(
          "statusDetails",
          .object([
            required("state", .choice(["Canceled"])),
            required(
              "reasonCode",
              .choice([
                "ExpiredUnused", "MerchantCanceled", "ChargePermissionCanceled", "BuyerCanceled", "AmazonCanceled",
              ])),
          ]))
      ])
    case .captureCharge: .object([required("captureAmount", .price), optional("softDescriptor", softDescriptor)])
    case .cancelCharge: .object([required("cancellationReason", .text(rules.reasonLimit))])
    case .createRefund:
      .object([
        required("chargeId", .text(64)), required("refundAmount", .price), optional("softDescriptor", softDescriptor),
      ])
    case .createDeliveryTracker:
      .object([
        optional("amazonOrderReferenceId", .text(64)), optional("chargePermissionId", .text(64)),
        required(
          "deliveryDetails",
          .list(.object([required("trackingNumber", .text(255)), required("carrierCode", .text(64))]))),
      ])
    case .createReport:
      .object([
        required("reportType", .text(128)), optional("startTime", .text(20)), optional("endTime", .text(20)),
      ])
    case .createReportSchedule:
      .object([
        required("reportType", .text(128)), required("scheduleFrequency", .text(16)),
        optional("nextReportCreationTime", .text(20)), optional("deleteExistingSchedule", .flagOrText),
      ])
    }
  }

  /// The body of Create Checkout Session, which the button's payload shares.
  static func createCheckoutSession(_ rules: Rules) -> RequestShape {
    .object(
      sharedSessionFields(rules) + [
        required("storeId", .text(128)), optional("scopes", .list(.choice(scopes))),
        optional("chargePermissionType", .choice(["OneTime", "Recurring", "PaymentMethodOnFile"])),
        optional("deliverySpecifications", deliverySpecifications), optional("addressDetails", addressDetails),
        optional("chargePermissionId", .text(64)),
        optional("paymentMethodOnFileMetadata", .object([optional("setupOnly", .flag)])),
        optional("processorSpecifications", .openObject([required("name", .text(64))])),
      ])
  }

  static func signIn(_ rules: Rules) -> RequestShape {
    .object([
      required("signInReturnUrl", .text(rules.urlLimit)), required("storeId", .text(128)),
      optional("signInScopes", .list(.choice(scopes))), optional("signInCancelUrl", .text(rules.urlLimit)),
    ])
  }

  private static func sharedSessionFields(_ rules: Rules) -> [Field] {
    [
      optional(
        "webCheckoutDetails",
        .object([
          optional("checkoutReviewReturnUrl", .text(rules.urlLimit)),
          optional("checkoutResultReturnUrl", .text(rules.urlLimit)),
          optional("checkoutCancelUrl", .text(rules.urlLimit)), optional("checkoutMode", .choice(["ProcessOrder"])),
        ])),
      optional(
        "paymentDetails",
        .object([
          optional("paymentIntent", .choice(["Confirm", "Authorize", "AuthorizeWithCapture"])),
          optional("canHandlePendingAuthorization", .flag), optional("chargeAmount", .price),
          optional("totalOrderAmount", .price), optional("estimateOrderTotal", .price),
          optional("presentmentCurrency", .text(3)), optional("softDescriptor", softDescriptor),
          optional("allowOvercharge", .flag), optional("extendExpiration", .flag),
        ])),
      optional("merchantMetadata", merchantMetadata), optional("recurringMetadata", recurringMetadata),
      optional("supplementaryData", .text(4096)), optional("platformId", .text(64)),
      optional("providerMetadata", providerMetadata),
      optional(
        "multiAddressesCheckoutMetadata",
        .list(.openObject([optional("addressId", .text(256)), optional("price", .price)]))),
    ]
  }

  private static func createCharge(_ rules: Rules) -> RequestShape {
    .object([
      required("chargePermissionId", .text(64)), required("chargeAmount", .price), optional("captureNow", .flag),
      optional("softDescriptor", softDescriptor), optional("canHandlePendingAuthorization", .flag),
      optional("merchantMetadata", merchantMetadata), optional("providerMetadata", providerMetadata),
      optional("platformId", .text(64)),
      optional("chargeInitiator", .choice(["CITU", "MITU", "CITR", "MITR"])), optional("channel", .text(32)),
      optional("webCheckoutDetails", .object([optional("checkoutResultReturnUrl", .text(rules.urlLimit))])),
    ])
  }

  private static let scopes = [
    "name", "email", "postalCode", "shippingAddress", "phoneNumber", "primeStatus", "billingAddress",
  ]

  private static let softDescriptor = RequestShape.text(16)

  private static let merchantMetadata = RequestShape.object([
    optional("merchantReferenceId", .text(256)), optional("merchantStoreName", .text(50)),
    optional("noteToBuyer", .text(255)), optional("customInformation", .text(4096)),
  ])

  private static let providerMetadata = RequestShape.object([optional("providerReferenceId", .text(256))])

  private static let recurringMetadata = RequestShape.object([
    optional(
      "frequency",
      .object([
        required("unit", .choice(["Year", "Month", "Week", "Day", "Variable"])), required("value", .count),
      ])),
    optional("amount", .price),
  ])

  private static let deliverySpecifications = RequestShape.object([
    optional("specialRestrictions", .list(.choice(["RestrictPOBoxes", "RestrictPackstations"]))),
    optional(
      "addressRestrictions",
      .object([
        required("type", .choice(["Allowed", "NotAllowed"])),
        optional(
          "restrictions",
          .byCountry(
            .object([
              optional("statesOrRegions", .list(.text(128))), optional("zipCodes", .list(.text(32))),
            ]))),
      ])),
  ])

  private static let address = RequestShape.object(
    [
      "name", "addressLine1", "addressLine2", "addressLine3", "city", "county", "district", "districtOrCounty",
      "stateOrRegion", "postalCode", "phoneNumber",
    ].map { optional($0, .text(256)) } + [optional("countryCode", .country)])

  private static let addressDetails = RequestShape.object([
    required("name", .text(256)), required("addressLine1", .text(256)), optional("addressLine2", .text(256)),
    optional("addressLine3", .text(256)), optional("city", .text(128)), optional("districtOrCounty", .text(128)),
    optional("stateOrRegion", .text(128)), required("postalCode", .text(32)), required("countryCode", .country),
    required("phoneNumber", .text(32)),
  ])
}
