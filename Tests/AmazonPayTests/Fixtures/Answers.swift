/// Bodies of Amazon Pay's answers.
enum Answers {
  static let sessionId = "11111111-2222-4333-8444-555555555555"
  static let chargeId = "S03-1234567-1234567-C123456"
  static let chargePermissionId = "S03-1234567-1234567"

  /// Open, with a buyer, ready to pay.
  static let openSession = """
    {
      "checkoutSessionId": "\(sessionId)",
      "webCheckoutDetails": {
        "checkoutReviewReturnUrl": "https://shop.example/review?nonce=abc",
        "checkoutResultReturnUrl": "https://shop.example/result",
        "checkoutCancelUrl": null,
        "amazonPayRedirectUrl":
          "https://payments.amazon.co.jp/checkout/processing?amazonCheckoutSessionId=\(sessionId)",
        "checkoutMode": null
      },
      "productType": "PayAndShip",
      "paymentDetails": {
        "paymentIntent": "AuthorizeWithCapture",
        "canHandlePendingAuthorization": false,
        "chargeAmount": {"amount": "9878", "currencyCode": "JPY"},
        "totalOrderAmount": null,
        "softDescriptor": null,
        "presentmentCurrency": "JPY"
      },
      "chargePermissionType": "OneTime",
      "recurringMetadata": null,
      "merchantMetadata": {
        "merchantReferenceId": "ORDER-1", "merchantStoreName": "テスト店", "noteToBuyer": null, "customInformation": null
      },
      "buyer": {
        "buyerId": "amzn1.account.ABC", "name": "山田 太郎", "email": "taro@example.com", "phoneNumber": null,
        "primeMembershipTypes": null
      },
      "billingAddress": null,
      "paymentPreferences": [{"paymentDescriptor": "Amazon Pay"}],
      "statusDetails": {
        "state": "Open", "reasonCode": null, "reasonDescription": null, "lastUpdatedTimestamp": "20250102T030405Z"
      },
      "shippingAddress": {
        "name": "山田 太郎", "addressLine1": "千代田区丸の内1-1-1", "addressLine2": "ビル 2F", "addressLine3": null,
        "city": null, "county": null, "district": null, "stateOrRegion": "東京都", "postalCode": "100-0005",
        "countryCode": "JP", "phoneNumber": "0312345678"
      },
      "platformId": null,
      "chargePermissionId": null,
      "chargeId": null,
      "constraints": [],
      "creationTimestamp": "20250102T030405Z",
      "expirationTimestamp": "20250103T030405Z",
      "storeId": "amzn1.application-oa2-client.00000000000000000000000000000000",
      "providerMetadata": {"providerReferenceId": null},
      "releaseEnvironment": "Sandbox",
      "checkoutButtonText": null,
      "deliverySpecifications": null,
      "shippingAddressList": ["{\\"addressId\\":\\"1\\"}"]
    }
    """

  /// New, without a buyer.
  static let newSession = """
    {
      "checkoutSessionId": "\(sessionId)",
      "webCheckoutDetails": {"checkoutReviewReturnUrl": "https://shop.example/review", "amazonPayRedirectUrl": null},
      "paymentDetails": {"paymentIntent": null, "chargeAmount": null},
      "buyer": null, "shippingAddress": null, "paymentPreferences": [null],
      "statusDetails": {"state": "Open"},
      "constraints": [
        {"constraintId": "BuyerNotAssociated", "description": "There is no buyer associated."},
        {"constraintId": "ChargeAmountNotSet", "description": "chargeAmount is not set."},
        {"constraintId": "SomethingNew", "description": null}
      ],
      "creationTimestamp": "2025-01-02T03:04:05Z"
    }
    """

  static let completedSession = """
    {
      "checkoutSessionId": "\(sessionId)",
      "webCheckoutDetails": null, "paymentDetails": null, "merchantMetadata": null, "buyer": null,
      "shippingAddress": null, "paymentPreferences": [null],
      "statusDetails": {
        "state": "Completed", "reasonCode": null, "reasonDescription": null, "lastUpdatedTimestamp": "20250102T040405Z"
      },
      "chargePermissionId": "\(chargePermissionId)",
      "chargeId": "\(chargeId)",
      "constraints": []
    }
    """

  static func canceledSession(_ reason: String) -> String {
    """
    {
      "checkoutSessionId": "\(sessionId)",
      "statusDetails": {"state": "Canceled", "reasonCode": "\(reason)", "reasonDescription": "text"},
      "constraints": null, "paymentPreferences": null
    }
    """
  }

  static func charge(_ state: String, captured: String = #"{"amount": "9878", "currencyCode": "JPY"}"#) -> String {
    """
    {
      "chargeId": "\(chargeId)",
      "chargePermissionId": "\(chargePermissionId)",
      "chargeAmount": {"amount": "9878", "currencyCode": "JPY"},
      "captureAmount": \(captured),
      "refundedAmount": {"amount": "0", "currencyCode": "JPY"},
      "softDescriptor": null,
      "convertedAmount": null,
      "conversionRate": null,
      "channel": null,
      "statusDetails": {
        "state": "\(state)", "reasonCode": null, "reasonDescription": null, "lastUpdatedTimestamp": "20250102T030405Z"
      },
      "creationTimestamp": "20250102T030405Z",
      "expirationTimestamp": "20250201T030405Z",
      "releaseEnvironment": "Sandbox"
    }
    """
  }

  static let refundId = "S03-1234567-1234567-R123456"

  static func refund(_ state: String) -> String {
    """
    {
      "refundId": "\(refundId)", "chargeId": "\(chargeId)", "creationTimestamp": 1735787045000,
      "refundAmount": {"amount": "100.00", "currencyCode": "JPY"},
      "statusDetails": {"state": "\(state)", "reasonCode": null}
    }
    """
  }

  static let disputeId = "S03-1234567-1234567-B123456"

  static func dispute(_ state: String, _ resolution: String? = nil, filed reason: String = "ProductNotReceived")
    -> String
  {
    """
    {
      "disputeId": "\(disputeId)", "releaseEnvironment": "Sandbox", "chargeId": "\(chargeId)", "disputeType": "Chargeback",
      "disputeAmount": {"amount": "4000", "currencyCode": "JPY"}, "filingReason": "\(reason)",
      "statusDetails": {
        "state": "\(state)", "reasonCode": "MerchantResponseRequired", "reasonDescription": null,
        "resolution": \(resolution.map { "\"\($0)\"" } ?? "null"), "lastUpdatedTimestamp": "20250102T030405Z"
      },
      "merchantEvidences": [], "merchantResponseDeadline": "20250113T030405Z", "resolutionAuthority": "Amazon",
      "creationTimestamp": "20250102T030000Z"
    }
    """
  }

  static let chargePermission = """
    {
      "chargePermissionId": "\(chargePermissionId)",
      "chargePermissionReferenceId": null,
      "buyer": {"buyerId": "amzn1.account.ABC", "name": "山田 太郎", "email": "taro@example.com"},
      "statusDetails": {
        "state": "NonChargeable",
        "reasons": [
          {"reasonCode": "ChargeInProgress", "reasonDescription": "An authorization is open."},
          {"reasonCode": "SomethingNew", "reasonDescription": null}
        ],
        "lastUpdatedTimestamp": 1735787045000
      },
      "creationTimestamp": 1735787045000,
      "expirationTimestamp": "20250701T030405Z",
      "limits": {
        "amountLimit": {"amount": "9878", "currencyCode": "JPY"}, "amountBalance": {"amount": 0, "currencyCode": "JPY"}
      },
      "presentmentCurrency": "JPY"
    }
    """

  static let buyer = """
    {
      "buyerId": "amzn1.account.ABC", "name": "山田 太郎", "email": "taro@example.com", "postalCode": "100-0005",
      "countryCode": "JP", "phoneNumber": null, "shippingAddress": {"name": "山田 太郎", "postalCode": "100-0005"},
      "billingAddress": null, "primeMembershipTypes": ["PRIME_GENERAL"]
    }
    """

  static let reportDocument =
    #"{"reportDocumentId":"amzn1.tortuga.0","url":"https://signed.example/1","compressionAlgorithm":"N/A"}"#

  static let reportSchedule = """
    {"reportScheduleId": "A1", "reportType": "_GET_A_", "scheduleFrequency": "P1D",
      "nextReportCreationTime": "20250102T030405Z"}
    """

  static let disbursements = """
    {"disbursements": [{"sellerId": "A084390EXAMPLE", "settlementId": "68973459224",
      "amazonDisbursementReferenceId": "ABC123", "amount": "1000.50", "currencyCode": "USD",
      "transactionTime": "20221207T170826Z"}], "nextToken": "t"}
    """

  static let report = """
    {
      "reportId": "A08439021T39K6DTX4JS8", "reportType": "_GET_FLAT_FILE_OFFAMAZONPAYMENTS_REFUND_DATA_",
      "startTime": "20241201T000000Z", "endTime": "20241231T000000Z", "createdTime": "20250102T030405Z",
      "processingStatus": "COMPLETED", "processingStartTime": "20250102T030405Z",
      "processingEndTime": "20250102T030505Z", "reportDocumentId": "amzn1.tortuga.0.000000000"
    }
    """

  static let tracker = """
    {
      "chargePermissionId": "\(chargePermissionId)", "amazonOrderReferenceId": null,
      "deliveryDetails": [{"trackingNumber": "123456789012", "carrierCode": "YAMATO"}]
    }
    """

  /// With the members for recurring payments and for several addresses.
  static let recurringSession = """
    {
      "checkoutSessionId": "\(sessionId)", "statusDetails": {"state": "Open"}, "orderType": "Standard",
      "chargePermissionType": "Recurring", "supplementaryData": "text", "platformId": "P", "checkoutButtonText": "Buy",
      "webCheckoutDetails": {"checkoutMode": "Later"},
      "paymentDetails": {
        "allowOvercharge": true, "extendExpiration": false, "estimateOrderTotal": {"amount": "9", "currencyCode": "JPY"}
      },
      "recurringMetadata": {
        "frequency": {"unit": "Month", "value": "3"}, "amount": {"amount": "980", "currencyCode": "JPY"}
      },
      "paymentMethodOnFileMetadata": {"setupOnly": false},
      "providerMetadata": {"providerReferenceId": "X-1"},
      "deliverySpecifications": {
        "specialRestrictions": ["RestrictPOBoxes", "RestrictDrones"],
        "addressRestrictions": {
          "type": "Allowed", "restrictions": {"JP": {"statesOrRegions": ["東京都"], "zipCodes": ["100-*"]}}
        }
      },
      "shippingAddressList": [
        "{\\"addressId\\":\\"1\\",\\"postalCode\\":\\"100-0005\\"}", "{\\"addressId\\":\\"2\\"}"
      ],
      "tokens": {"a": "b"}, "merchantDetails": {"merchantId": "A"}
    }
    """
}
