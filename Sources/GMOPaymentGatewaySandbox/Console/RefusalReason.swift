/// The meanings of error codes, and the next step, for a shop's developer (GMO's list of errors).
enum RefusalReason {
  /// Nil for a code that the sandbox does not know.
  static func explanation(_ info: String) -> String? {
    switch info {
    case "E00000000": "A test of the connection."
    case "E00000001": "Use POST."
    case "E00000002": "The Accept header is wrong."
    case "E00000003": "The Content-Type header is wrong."
    case "E00000010": "The body or a field cannot be read."
    case "E01010001", "E01020001", "E01040001", "E01050001", "E01060001", "E01070001", "E01090001", "E01100001",
      "M01004001", "M01054001", "M01005001", "M01007001", "M01008001", "M01530001", "M01085001", "M01086001":
      "A required field is missing."
    case "E01010008", "E01020008", "E01040003", "E01040013", "E01060005", "E01060006", "E01070005", "E01070006",
      "E01090008", "E01100008", "M01004012", "M01004013", "M01005005", "M01005006", "M01005011", "M01006005",
      "M01006006", "M01007008", "M01008008", "M01530005", "M01081011", "M01081013", "M01085005", "M01085006",
      "M01086005", "M01086006", "E01320012", "E01330012", "E01340012", "M01039012":
      "A field is too long, out of range, or has characters that it may not have."
    case "E01030002", "M01002002":
      "Shop id and password do not belong together. Check both."
    case "E01040010", "M01004010":
      "The order id was used before. If the answer to an entry was lost, search for it."
    case "M01004002": "There is no such order, or PayType is not 38."
    case "M01004014":
      "The order was executed already. Enter a new one."
    case "M01054004", "E11010001", "E11010002", "E11010003", "E11010999", "M11010099", "M11010999":
      "The transaction's status does not allow it. Search before the next step."
    case "E01050002", "E01050004", "M01054010": "JobCd is AUTH or CAPTURE."
    case "E01060010", "M01055010": "The amount is another than the transaction's."
    case "E01110002", "M01058002", "M01073002":
      "There is no such transaction, session or permission. Access id and password come from the entry."
    case "E01110010": "The transaction is not paid yet."
    case "M01073004":
      "Amazon's session or permission cannot be used; the message says why."
    case "M01074091":
      "The time of the start page is over. Send a larger PaymentTermSec."
    case "M01085010", "M01085011": "The amount to cancel does not fit."
    case "M01057010", "M01060010": "The transaction is too old."
    case "E11010099": "The card was declined."
    case "E61010001", "E61010002", "E61010003", "E61020001", "E61030001":
      "The shop's contract does not allow it."
    case "E82010001", "E90010001":
      "Another call about the order is running. Search before repeating it."
    case "E91099997": "There is no such API."
    case "E92000001", "E92000002": "Too many calls at once. Repeat it later."
    default:
      info.hasPrefix("E90") || info.hasPrefix("E91") || info.hasPrefix("M91")
        ? "The outcome is unknown. Search before anything else."
        : nil
    }
  }
}
