import FerrySandbox

extension CommandOptions {
  public static var guide: String {
    """
    PLACETOPAY: a sandbox of PlacetoPay Checkout (WebCheckout) for a shop in any
    language: sessions, the hosted page, charges of tokens, refunds, holds,
    notifications, the lightbox.

    START IT
      ferry sandbox --provider placetopay --control
      It makes a secret key, keeps it in the folder that --data names, and prints
      login and key. To use your own:
      ferry sandbox --provider placetopay --login LOGIN --secret-key KEY --control

    POINT YOUR CLIENT AT IT
      Give the client the printed base url, login and secret key (its "tranKey"
      setting). Requests are POSTs with Content-Type: application/json and a
      fresh auth: tranKey = Base64(SHA-256(nonce + seed + secret key)), and nonce
      is sent in Base64. A refused auth is explained in /console/requests. Old
      clients that use SHA-1 need --sha1.

    TEST CARDS, with any later expiry date and any code
      4110760000000081  approved              4110760000000016  declined
      4110760000000008  approved, asks for a code: 12345
      4110760000000032  pending, then approved, asks for a code
      4110760000000073  pending, then approved
      4110760000000040  pending, then rejected
      376651707554974   in review: approve it in the console
      4110760000000065  technical failure; the session goes on
      4110760000000024  slow (180 s), approved
      4110760000000057  approved below 200
      5180300000000039  not authenticated
      The page lists all others. Unknown numbers are declined, no check digit is
      asked for, and no number is kept. Bank transfers open a bank's page, which
      approves, declines, or decides later; a cash slip waits until somebody
      approves it in the console, or the session expires. ATH Móvil is there for
      paymentMethod athmv and for locales of Puerto Rico; payer.mobile decides:
      +19391111111  pending, rejected when the session expires
      +19391111112  cancelled             +19391111113  technical failure
      +19391111118  pending: the console decides

    \(SandboxGuide.pages("sessions with their transactions"))

    NOTIFICATIONS
      --notify URL posts one when a session ends, and never again, whatever the
      answer is: {status, requestId, reference, signature}.

    \(SandboxGuide.control(
      faults: """
        {"kind": "dropAfterExecution", "operation": "reverse"}
        {"kind": "simulate", "code": "request_not_valid", "operation": "reverse"}
        code: a reason, or a number of auth errors: 100 to 107, 200, 10001
        """,
      operations: Operation.allCases.map(\.rawValue),
      page: """
        opens a processUrl as the buyer
        {"order": "1001", "nextAction": {"url": "PROCESSURL"}}
        """,
      buyer: """
        {"order": "1001", "act": "approve", "details": {"card": "NUMBER"}}
        details: card, part, and method: card, transfer, cash or athmv
        """))

    CONTROL API OF PLACETOPAY ALONE, below /control/placetopay
      POST sessions/REQUESTID/refund    {"amount": "30.00"}; all without amount
      POST sessions/REQUESTID/approve   {}: the pending attempt; also reject
      POST sessions/REQUESTID/split     {}: the buyer may pay in parts
      POST sessions/REQUESTID/cancel    {}
      POST site
        {"state": "inactive"}; also active, expired, credentialsExpired
        {"sha1": true}

    The order number is the field with the keyword order, else the reference.
    """
  }
}
