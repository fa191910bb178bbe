/// The first answer to an idempotency key, kept for the repetitions.
struct IdempotentReply: Codable, Hashable {
  struct Key: Codable, Hashable {
    let owner: Owner
    let key: String
  }

  let fingerprint: String
  let status: Int
  let body: String
  let reasonCode: String?
}
