import FerryCore
import FerrySandbox

extension RequestShape {
  /// The body of an operation; nil if the body is ignored.
  static func body(of operation: APIOperation, _ rules: Rules) -> RequestShape? {
    switch operation {
    case .getCheckoutSession, .getBuyer, .getChargePermission, .getCharge, .getRefund, .getDispute, .getReports,
      .getReport, .getReportDocument, .getReportSchedules, .getReportSchedule, .cancelReportSchedule, .getDisbursements,
      .getAuthorizationToken:
      nil
    case .createCheckoutSession: createCheckoutSession(rules)
    case .updateCheckoutSession: sharedSession(rules)
    case .completeCheckoutSession: ["chargeAmount": .price, "totalOrderAmount": .price]
    case .finalizeCheckoutSession:
      [
        "shippingAddress": address, "billingAddress": address, "chargeAmount": .price, "totalOrderAmount": .price,
        "paymentIntent": .choice(["Confirm", "Authorize", "AuthorizeWithCapture"]),
        "canHandlePendingAuthorization": .flag, "supplementaryData": .text(4096),
      ]
    case .updateChargePermission:
      ["merchantMetadata": merchantMetadata, "recurringMetadata": recurringMetadata]
    case .closeChargePermission:
      ["closureReason": .required(.text(rules.reasonLimit)), "cancelPendingCharges": .flag]
    case .createCharge: createCharge(rules)
    case .updateCharge:
      [
        "statusDetails": .required([
          "state": .required(.choice(["Canceled"])),
          "reasonCode": .required(
            .choice([
              "ExpiredUnused", "MerchantCanceled", "ChargePermissionCanceled", "BuyerCanceled", "AmazonCanceled",
            ])),
        ])
      ]
    case .captureCharge: ["captureAmount": .required(.price), "softDescriptor": softDescriptor]
    case .cancelCharge: ["cancellationReason": .required(.text(rules.reasonLimit))]
    case .createRefund:
      [
        "chargeId": .required(.text(64)), "refundAmount": .required(.price), "softDescriptor": softDescriptor,
      ]
    case .contestDispute:
      [
        "merchantEvidences": .required(
          .list([
            "evidenceType": .required(.choice(Ledger.evidenceTypes)), "evidenceText": .text(10_000),
            "fileId": .text(64),
          ]))
      ]
    case .createFile:
      [
        "type": .required(.choice(EvidenceFileType.allCases.map(\.rawValue))),
        "purpose": .required(.choice(["disputeEvidence"])),
      ]
    case .createDeliveryTracker:
      [
        "amazonOrderReferenceId": .text(64), "chargePermissionId": .text(64),
        "deliveryDetails": .required(
          .list(["trackingNumber": .required(.text(255)), "carrierCode": .required(.text(64))])),
      ]
    case .createReport:
      [
        "reportType": .required(.text(128)), "startTime": .text(20), "endTime": .text(20),
      ]
    case .createReportSchedule:
      [
        "reportType": .required(.text(128)), "scheduleFrequency": .required(.text(16)),
        "nextReportCreationTime": .text(20), "deleteExistingSchedule": .flagOrText,
      ]
    }
  }

  /// The body of Create Checkout Session, which the button's payload shares.
  static func createCheckoutSession(_ rules: Rules) -> RequestShape {
    sharedSession(rules).with([
      "storeId": .required(.text(128)), "scopes": .list(.choice(scopes)),
      "chargePermissionType": .choice(["OneTime", "Recurring", "PaymentMethodOnFile"]),
      "deliverySpecifications": deliverySpecifications, "addressDetails": addressDetails,
      "chargePermissionId": .text(64), "paymentMethodOnFileMetadata": ["setupOnly": .flag],
      "processorSpecifications": .open(["name": .required(.text(64))]),
    ])
  }

  static func signIn(_ rules: Rules) -> RequestShape {
    [
      "signInReturnUrl": .required(.text(rules.urlLimit)), "storeId": .required(.text(128)),
      "signInScopes": .list(.choice(scopes)), "signInCancelUrl": .text(rules.urlLimit),
    ]
  }

  private static func sharedSession(_ rules: Rules) -> RequestShape {
    [
      "webCheckoutDetails": [
        "checkoutReviewReturnUrl": .text(rules.urlLimit), "checkoutResultReturnUrl": .text(rules.urlLimit),
        "checkoutCancelUrl": .text(rules.urlLimit), "checkoutMode": .choice(["ProcessOrder"]),
      ],
      "paymentDetails": [
        "paymentIntent": .choice(["Confirm", "Authorize", "AuthorizeWithCapture"]),
        "canHandlePendingAuthorization": .flag, "chargeAmount": .price, "totalOrderAmount": .price,
        "estimateOrderTotal": .price, "presentmentCurrency": .text(3), "softDescriptor": softDescriptor,
        "allowOvercharge": .flag, "extendExpiration": .flag,
      ],
      "merchantMetadata": merchantMetadata, "recurringMetadata": recurringMetadata, "supplementaryData": .text(4096),
      "platformId": .text(64), "providerMetadata": providerMetadata,
      "multiAddressesCheckoutMetadata": .list(.open(["addressId": .text(256), "price": .price])),
    ]
  }

  private static func createCharge(_ rules: Rules) -> RequestShape {
    [
      "chargePermissionId": .required(.text(64)), "chargeAmount": .required(.price), "captureNow": .flag,
      "softDescriptor": softDescriptor, "canHandlePendingAuthorization": .flag, "merchantMetadata": merchantMetadata,
      "providerMetadata": providerMetadata, "platformId": .text(64),
      "chargeInitiator": .choice(["CITU", "MITU", "CITR", "MITR"]), "channel": .text(32),
      "webCheckoutDetails": ["checkoutResultReturnUrl": .text(rules.urlLimit)],
    ]
  }

  private static let scopes = [
    "name", "email", "postalCode", "shippingAddress", "phoneNumber", "primeStatus", "billingAddress",
  ]

  private static let softDescriptor = RequestShape.text(16)

  private static let merchantMetadata: RequestShape = [
    "merchantReferenceId": .text(256), "merchantStoreName": .text(50), "noteToBuyer": .text(255),
    "customInformation": .text(4096),
  ]

  private static let providerMetadata: RequestShape = ["providerReferenceId": .text(256)]

  private static let recurringMetadata: RequestShape = [
    "frequency": [
      "unit": .required(.choice(["Year", "Month", "Week", "Day", "Variable"])), "value": .required(.count),
    ],
    "amount": .price,
  ]

  private static let deliverySpecifications: RequestShape = [
    "specialRestrictions": .list(.choice(["RestrictPOBoxes", "RestrictPackstations"])),
    "addressRestrictions": [
      "type": .required(.choice(["Allowed", "NotAllowed"])),
      "restrictions": .byCountry(["statesOrRegions": .list(.text(128)), "zipCodes": .list(.text(32))]),
    ],
  ]

  private static let address = RequestShape.object(
    [
      "name", "addressLine1", "addressLine2", "addressLine3", "city", "county", "district", "districtOrCounty",
      "stateOrRegion", "postalCode", "phoneNumber",
    ].map { ($0, .text(256)) } + [("countryCode", .country)])

  private static let addressDetails: RequestShape = [
    "name": .required(.text(256)), "addressLine1": .required(.text(256)), "addressLine2": .text(256),
    "addressLine3": .text(256), "city": .text(128), "districtOrCounty": .text(128), "stateOrRegion": .text(128),
    "postalCode": .required(.text(32)), "countryCode": .required(.country), "phoneNumber": .required(.text(32)),
  ]
}
