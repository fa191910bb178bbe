import FerrySandbox

extension CommandOptions {
  public static var guide: String {
    """
    SWEDBANK PAY: a sandbox of Swedbank Pay's payment orders for a shop in any
    language: the API in versions 2.0, 3.0 and 3.1, the payment page, the payment
    menu by script, check-in, captures, cancellations, reversals, stored cards,
    callbacks.

    START IT
      ferry sandbox --provider swedbank-pay --control
      It makes an access token, keeps it in the folder that --data names, and
      prints it with the payee's id. To use your own:
      ferry sandbox --provider swedbank-pay --payee-id GUID --access-token TOKEN

    POINT YOUR CLIENT AT IT
      Give the client the printed base url, payee id and access token. Name the
      version in Content-Type and, for GET, in Accept:
      application/json;version=3.1. Without a version and without productName
      the API answers as version 2.0. A payeeReference is used once, by orders,
      captures, cancellations and reversals together. A refused request is
      explained in /console/requests. An order names its parts by their ids;
      $expand=paid,payeeInfo in the query fills these in, whatever the method.

    THE PAYER
      redirect-checkout is the page to send the payer to, with its own cancel
      button. view-checkout is a script for a page that hostUrls names:
      payex.hostedView.checkout({container: {checkout: "id"}}).open(). Issuer's
      page and apps lead back to paymentUrl, where your page opens the menu
      again. Pages are in English and state the language of the order; amounts
      are in its form. With payer.requireConsumerInfo, from version 3.0 on, the
      payer checks in first.

    TEST CARDS, with any later expiry date and any code
      4925000000000004  approved              5226600159865967  approved
      4761739001010416  the bank asks: 1234   5226612199533406  the bank asks
      5510000000009631  declined              4111112000004565  declined
      Unknown numbers are declined, and no number is kept. Amounts in minor
      units decide too: 900361 insufficient funds, 900343 stolen, 900354 expired,
      900334 possible fraud, 900362 declined; with a token and without the payer
      952400 do not retry, 952100 limit. In version 2.0 the first of these ends an
      order at a payer's card too, and the menu tells onPaymentFailed.

    OTHER INSTRUMENTS
      Swish, Vipps and MobilePay open swish://, vipps:// or mobilepay://, or the
      test bank in another tab. The description of an order decides about Swish:
      RF07 declined, TM01 timeout, BANKIDCL cancelled. Invoices are granted to
      600307-1161 and 971020-2392, and in Norway to 26026708248. ClickToPay opens
      a window. Trustly leads to the bank's page, in SEK and EUR; its reversals
      are answered with 202 and succeed after three days, unless the console or
      the control API decides before.

    \(SandboxGuide.pages("orders with their transactions", notifications: "callbacks, and what was answered"))

    CALLBACKS
      They go to the callbackUrl of the order for every transaction and failed
      attempt, and are repeated 30, 60, 360, 432, 864 and 1265 seconds after it.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "capture"}
        {"kind": "simulate", "code": "forbidden", "operation": "capture"}
        code: the end of a problem's type
        """,
      operations: Operation.allCases.map(\.rawValue),
      page: """
        opens a page or a menu as the buyer
        {"order": "1001", "nextAction": {"url": "HREF"}}
        HREF: of redirect-checkout or view-checkout
        """,
      buyer: """
        {"order": "1001", "act": "approve", "details": {"card": "NUMBER"}}
        details: card, and method: \(Instrument.allCases.prefix(4).map(\.rawValue).joined(separator: ", ")),
          \(Instrument.allCases.dropFirst(4).map(\.rawValue).joined(separator: ", "))
        """))

    CONTROL API OF SWEDBANK PAY ALONE, below /control/swedbank-pay
      POST orders/ID/capture
        {"amount": "5.00"}; also cancel, reversal, abort: what a clerk does
      POST orders/ID/confirmReversal
        {}; also failReversal: what a bank decides about a pending reversal
    """
  }
}
