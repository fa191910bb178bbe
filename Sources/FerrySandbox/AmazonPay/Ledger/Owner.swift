/// Whose object it is: merchants see neither each other's objects nor, with a sandbox key, those of live.
struct Owner: Codable, Hashable {
  let merchantID: String
  let environment: AmazonPayEnvironment
}
