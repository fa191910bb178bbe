/// A press of the button whose signature has been verified.
struct ButtonPress {
  let owner: Owner
  let payload: JSONValue
  let productType: CheckoutSession.ProductType
  let language: String?
  /// The page that had the button, as the browser reports it.
  let page: String?
}
