extension GMOErrorMeaning {
  /// All values of `ErrInfo` with this meaning.
  public var codes: [String] { facts.codes }

  public var cause: String { facts.cause }

  private var facts: (codes: [String], cause: String) {
    switch self {
    case .connectivityTest: (["E00000000"], "GMO tests the address for notifications.")
    case .requestFormat:
      (["E00000001", "E00000002", "E00000003", "E00000010"], "GMO does not accept the form of the request.")
    case .shopID:
      (["E01010001", "E01010008", "E01010010"], "The ShopID is missing, malformed or not the transaction's.")
    case .shopPass: (["E01020001", "E01020008"], "The ShopPass is missing or malformed.")
    case .credentials: (["E01030002", "M01002002"], "GMO does not know this ShopID with this ShopPass.")
    case .orderID:
      (
        ["E01040001", "E01040003", "E01040013", "M01004001", "M01004012", "M01004013"],
        "The OrderID is missing, too long, or has an illegal character."
      )
    case .orderIDUsed: (["E01040010", "M01004010"], "The OrderID is already used.")
    case .orderHasSettlement: (["M01004014"], "The order already has a payment in progress.")
    case .orderUnknown: (["M01004002"], "The OrderID is not registered.")
    case .job:
      (
        ["E01050001", "E01050002", "E01050004", "M01054001", "M01054010"],
        "The job is missing, undefined or not possible."
      )
    case .statusConflict: (["M01054004"], "The operation is not possible in the transaction's status.")
    case .amount:
      (
        ["E01060001", "E01060005", "E01060006", "M01005001", "M01005005", "M01005006", "M01005011"],
        "The amount is missing, malformed or out of range."
      )
    case .amountDiffers: (["E01060010", "M01055010"], "The amount differs from the transaction's.")
    case .tax: (["E01070005", "E01070006", "M01006005", "M01006006"], "The tax is malformed or too large.")
    case .access:
      (
        ["E01090001", "E01090008", "E01100001", "E01100008", "M01007001", "M01007008", "M01008001", "M01008008"],
        "AccessID or AccessPass is missing or malformed."
      )
    case .transactionUnknown:
      (["E01110002", "M01058002", "M01073002"], "GMO does not know this AccessID with this AccessPass.")
    case .notSettled: (["E01110010", "E11010002", "M11010099"], "The transaction is not paid yet.")
    case .alreadySettled: (["E11010001", "E11010999", "M11010999"], "The transaction is already paid.")
    case .operationImpossible: (["E11010003", "M01073004"], "The operation is not possible.")
    case .transactionOfOtherShop: (["M01058010"], "The transaction belongs to another shop.")
    case .returnURL:
      (["M01530001", "M01530005", "M01056001", "M01056012", "M01059005"], "The return URL is missing or too long.")
    case .clientField: (["E01320012", "E01330012", "E01340012", "M01039012"], "A ClientField is too long.")
    case .payType: (["M01051005", "M01051011"], "The payment method of the search is missing or undefined.")
    case .paymentTerm: (["M01081011", "M01081013"], "The time for the payment page is out of range.")
    case .startURLExpired: (["M01074091"], "The payment page was opened too late.")
    case .cancelAmount:
      (
        ["M01085001", "M01085005", "M01085006", "M01085010", "M01085011", "M01086005", "M01086006"],
        "The amount to return is missing, malformed, or larger than the transaction's."
      )
    case .tooOld:
      (["M01057010", "M01060010"] + (10...17).map { "E110100\($0)" }, "The transaction is too old for this operation.")
    case .contract:
      (
        ["E61010001", "E61010002", "E61010003", "E61020001", "E61030001"],
        "The shop's contract or set-up does not allow this."
      )
    case .locked: (["E82010001"], "The same operation is running for this transaction.")
    case .sentTwice: (["E90010001"], "The same request was sent twice, and the first one may be running.")
    case .systemError:
      (
        ["E91019999", "E91020001", "E91029998", "E91029999", "E91060001", "E91099996", "E91099999", "M91099999"],
        "GMO had an error of its own."
      )
    case .noSuchAPI: (["E91099997"], "GMO has no API at this address.")
    case .overloaded:
      (["E92000001", "E92000002"], "GMO has too many requests at the moment, and did not begin this one.")
    }
  }

  public var remedy: String {
    switch self {
    case .connectivityTest: "Answer with 0."
    case .requestFormat:
      "Something on the way changes the request: look for a proxy that rewrites its body or its Content-Type."
    case .shopID, .shopPass, .credentials:
      """
      Compare ShopID, ShopPass and base URL with GMO's letter: a shop of the test environment is unknown in production. \
      The ShopPass is not the password of the admin console.
      """
    case .contract: "Ask GMO whether Amazon Pay is set up and active for this ShopID."
    case .transactionOfOtherShop: "Set the ShopID that registered the transaction."
    case .noSuchAPI: "Compare the base URL and the flavour with GMO's letter."
    case .orderIDUsed, .orderHasSettlement, .statusConflict, .notSettled, .alreadySettled, .operationImpossible,
      .locked, .sentTwice, .systemError:
      "Search the transaction, and decide by its status."
    case .startURLExpired: "The buyer must pay again, with a new OrderID."
    case .overloaded: "Retry after a while."
    case .tooOld: "Look at the transaction in GMO's admin console, and decide there."
    case .orderUnknown, .transactionUnknown: "Register a transaction before this request."
    case .orderID, .job, .amount, .amountDiffers, .tax, .access, .returnURL, .clientField, .payType, .paymentTerm,
      .cancelAmount:
      "Correct this field of the request."
    }
  }
}
