import FerryWeb

/// Where on the hosted pages a buyer is, or goes after signing in.
enum CheckoutPlace: String {
  case select
  case changeAddress
  case changePayment
  case processing

  func link(_ sessionID: String) -> Link {
    let id = (CheckoutPage.idName, sessionID)
    return switch self {
    case .select: Link("/checkout/select", query: [id])
    case .changeAddress, .changePayment:
      Link("/checkout/change", query: [id, ("changeAction", rawValue)])
    case .processing: Link("/checkout/processing", query: [id])
    }
  }

  func signInLink(_ sessionID: String) -> Link {
    Link("/checkout/signin", query: [(CheckoutPage.idName, sessionID), ("next", rawValue)])
  }

  var change: ChangeAction? { ChangeAction(rawValue: rawValue) }
}
