import FerrySandbox

extension CommandOptions {
  public static var guide: String {
    """
    GMO PAYMENT GATEWAY: a sandbox of Amazon Pay through GMO Payment Gateway
    (cPSP) for a shop in any language: the protocol API (.idPass and .json), the
    start page, result notifications, and Amazon's button and pages on the same
    site.

    START IT
      ferry sandbox --provider gmo-pg --control
      It makes a ShopPass and a key pair, keeps them in the folder that --data
      names, and prints the settings for your shop. To use your own:
      ferry sandbox --provider gmo-pg --shop-id tshop00000001 \\
        --shop-pass pass0001 --public-key public.pem \\
        --public-key-id SANDBOX-MYKEY --merchant-id A1B2C3D4E5F6G7 --control
      It takes no ShopID of a real shop.

    POINT YOUR CLIENT AT IT
      Put the printed base url in the place of GMO's, and load checkout.js from
      the printed address. The button's payload has to name the processor:
      processorSpecifications {"name": "gmopg"}. Nothing else changes.

    ADDITIONAL PAYMENT BUTTON (APB)
      amazon.Pay.renderJSButton opens Amazon's pages in a window, for PayOnly.
      onCompleteCheckout receives the charge permission for Exec with ApbType.
      With --challenge that Exec answers StartURL and Token; GMO does not
      document the form of this answer.

    TEXTS
      .idPass is read as Windows-31J. A shop that sends UTF-8 sees what GMO
      would make of it: /console shows the bytes of each Description and
      ClientField, and both readings.

    AMOUNTS
      Amount and Tax are what is left. Each cancel or refund lowers them when it
      is accepted; AmazonPayCancelAmount and AmazonPayCancelTax are the sum of
      all of them. A refund that fails later takes both back.

    CARDS of the buyer decide
      1111 and others pay; 3434 is declined; 3064 acts as a buyer who cancels;
      0701 and 4354 stay AUTHPROCESS for 30 seconds, and then pay or are declined.

    \(SandboxGuide.pages("transactions with their life"))

    NOTIFICATIONS
      --notify URL posts one for every change of a status or an amount. The
      receiver has to answer 200 with the body 0 within 15 seconds; any other
      answer is followed by five more attempts, an hour apart.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "AmazonpaySales"}
        {"kind": "simulate", "code": "E92000001", "operation": "AmazonpaySales"}
        code of simulate: any ErrInfo; after:ERRINFO executes the call, and
          answers the error; RefundFailed accepts a refund that fails later
        """,
      operations: Operation.allCases.map(\.rawValue), note: "and those of Amazon's API, such as getCheckoutSession",
      page: """
        opens the button's page or the StartURL
        {"order": "1001", "nextAction": {"form": {"action": "STARTURL",
         "fields": {"AccessID": "…", "Token": "…"}}}}
        """,
      buyer: """
        {"order": "1001", "act": "select"}, then "approve"
        """))

    CONTROL API OF GMO ALONE, below /control/gmo-pg
      GET  transactions/ORDERID         the transaction
      GET  transactions/ORDERID/return  the form that the browser posts to RetURL
      POST transactions/ORDERID/refund  {"amount": 100}; all without amount
      POST transactions/ORDERID/ACT     {}
        ACT
    \(SandboxGuide.wrapped(ConsoleAct.allCases.map(\.rawValue)))
      POST returns                      a fault of the next way to RetURL
        {"kind": "\(ReturnFault.wrongCheckString.rawValue)"}; also never, twice,
         otherStatus
      POST connectivity                 {}: sends a test notification
      POST chargePermissions            {"card": "1111"}: for Exec with ApbType
      Amazon's own control API is below /control/amazon-pay.

    The order number is ClientField1, else the OrderID.
    """
  }
}
