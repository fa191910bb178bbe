import FerrySandbox

extension CommandOptions {
  public static var guide: String {
    """
    WHAT IT IS
      API, checkout.js and hosted pages of Amazon Pay as merchants and buyers
      see them. It needs no account and no internet, and no money moves. It
      refuses what Amazon refuses, with the same statuses and reason codes.

    START IT
      ferry sandbox --provider amazon-pay --control
      It makes a key pair, keeps it in the folder that --data names, and prints
      the settings for your shop. To use a key and ids of your own:
      openssl genrsa -out private.pem 2048        # your client signs with this
      openssl rsa -in private.pem -pubout -out public.pem
      ferry sandbox --provider amazon-pay \\
        --public-key public.pem --public-key-id SANDBOX-MYKEY \\
        --merchant-id A1B2C3D4E5F6G7 \\
        --store-id amzn1.application-oa2-client.0123 --control

    POINT YOUR CLIENT AT IT
      Keep everything as for Amazon, with the printed settings, and put the
      printed host in the place of Amazon's. Pages load checkout.js from the
      printed address. Amazon's own client libraries speak https: start it
      with --tls. That of PHP speaks to port 443 alone: add --port 443.

    KEYS AND PATHS
      A public key id that begins with SANDBOX- or LIVE- decides the
      environment, and paths begin with /v2. Any other id goes with
      /sandbox/v2 or /live/v2. A slash at the end is allowed. Both algorithms
      are verified: AMZN-PAY-RSASSA-PSS (salt of 20 bytes) and
      AMZN-PAY-RSASSA-PSS-V2 (32). Both spellings of x-amz-pay-date are taken.
      Headers that are not signed may be there. A refused signature is
      answered with the string that should have been signed.

    SIMULATION CODES, in the header x-amz-pay-simulation-code
      Complete Checkout Session
        BuyerCanceled AmazonCanceled Declined AuthorizationInitiated
      Create Charge
        SoftDeclined HardDeclined AmazonRejected TransactionTimedOut
        CaptureInitiated AuthorizationInitiated PendingSoftDeclined
        PendingHardDeclined PendingAmazonRejected PendingTransactionTimedOut
      Capture Charge
        AmazonRejected ProcessingFailure CaptureInitiated
      Create Refund
        AmazonRejected ProcessingFailure
      Close Charge Permission
        AmazonClosed
      Cards ending in 3434 are declined, in 3064 act as a buyer who cancels,
      in 0701 and 4354 are pending for 30 seconds and then succeed or are
      declined. All others succeed.

    \(SandboxGuide.pages("payments with charges and refunds"))

    NOTIFICATIONS
      --notify URL posts one for every change of a charge permission, a charge,
      a refund and a dispute, as Amazon SNS does: JSON as text/plain, signed.
      A receiver believes them by the certificate that --notification-root
      writes, or GET /sns/root.pem shows. Answers of 500 and more, and none,
      are followed by three more attempts, an hour apart.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "createRefund"}
        {"kind": "simulate", "code": "HardDeclined", "operation": "createCharge"}
        """,
      operations: ControlNames.operations, objects: ControlNames.notificationObjects,
      page: """
        opens what the start page's answer names
        {"order": "1001", "nextAction": {"script": {...}}}
        """,
      buyer: """
        {"order": "1001", "act": "select"}, then "approve"
        """))

    CONTROL API OF AMAZON PAY ALONE, below /control/amazon-pay
      POST checkoutSessions             what checkout.js does
      POST checkoutSessions/ID/buyer
        {"action": "select", "card": "1111"}, then {"action": "approve"}
        action
    \(SandboxGuide.wrapped(ControlNames.buyerActions))
        card; default: the first one
    \(SandboxGuide.wrapped(ControlNames.cards))
        address; default: the region's first one
    \(SandboxGuide.wrapped(addresses))
      POST charges/ID/console
        {"action": "refund", "amount": "100"}; also capture, cancel, approve,
        decline
        {"action": "chargeback"} opens a dispute; with amount, filingReason and
        responseSeconds, if you like
      POST disputes/ID/console
        {"action": "review"}: answered; win, lose, noFault; then reopen, with
        responseSeconds. Without an answer in time, the buyer wins
      POST refunds/ID/console
        {"action": "decline", "reasonCode": "AmazonRejected"}; also approve
      POST chargePermissions/ID/console
        {"action": "close", "by": "buyer"}; also block, unblock
      GET  subscriptions                addresses that were asked if they want
                                        notifications

    Documentation/Sandbox.md tells more.
    """
  }

  private static let addresses = MerchantRegion.allCases.flatMap { region in
    ControlNames.addresses(in: region).enumerated().map { index, name in
      index == 0 ? "\(region.rawValue): \(name)" : name
    }
  }
}
