/// The meaning of a problem's type, and what to do about it.
enum RefusalReason {
  static func explanation(_ type: String) -> String? {
    switch type {
    case "unauthorized": "Send Authorization: Bearer and the access token that the sandbox prints at its start."
    case "inputerror": "The body is not a JSON object that Content-Type declares as application/json."
    case "paymentorders/inputerror":
      "A member breaks a rule; the message names it. A payeeReference is used once, by all operations together."
    case "forbidden":
      "The state of the order does not allow this. Read the order again: an operation that is missing is not allowed."
    case "configurationerror": "The merchant's agreement does not have this."
    case "notfound": "There is no such path or resource."
    case "paymentorders/paymenttokeninactive": "The token was deleted. List the payer's tokens."
    case "systemerror": "A planned fault gave this answer."
    default: nil
    }
  }
}
