/// A press of the sign-in button whose signature has been verified. It travels in the sign-in page's form, so that nothing
/// has to be remembered of buyers who never sign in.
struct SignInRequest: Hashable {
  let owner: Owner
  let returnURL: String
  let scopes: Set<String>
}
