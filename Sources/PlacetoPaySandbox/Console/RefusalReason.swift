/// The meaning of reason codes, and what to do about them.
enum RefusalReason {
  static func explanation(_ code: String) -> String? {
    switch code {
    case "100": "There is no auth, or the body is not JSON with Content-Type: application/json."
    case "101": "The site has another login."
    case "102": "The tranKey does not fit: Base64(SHA-256(decoded nonce + seed + secret key))."
    case "103": "The seed is more than 5 minutes away from the server's time. Check the clock."
    case "104", "105", "106": "The site is inactive or expired; /control changes it."
    case "200": "An error of the SOAP API; only a planned fault gives it here."
    case "10001": "PlacetoPay asks to contact its support; only a planned fault gives it here."
    case "107": "The nonce is not Base64, or the seed is no ISO 8601 date-time with a zone."
    case "request_not_valid": "A field or the state forbids it; the message names it."
    case "payer_data_not_valid": "The data of payer break a limit."
    case "action_not_allowed": "The session is not pending any more."
    case "transaction_request_error": "The transaction has expired."
    case "max_dispersion_error": "There are too many dispersions."
    case "XN": "The token does not exist, or was invalidated."
    case "NA": "There is no such path."
    case "XH": "A planned fault gave this answer."
    case "0": "The reference or the expiration is not valid."
    default: nil
    }
  }
}
