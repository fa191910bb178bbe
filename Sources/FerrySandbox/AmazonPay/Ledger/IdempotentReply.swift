/// The first answer to an idempotency key, kept for the repetitions.
struct IdempotentReply: Codable, Hashable {
  struct Key: Codable, Hashable {
    let owner: Owner
    let key: String
    /// Nil where keys are compared across operations, and in journals of earlier versions.
    let operation: AmazonPayOperation?
  }

  let fingerprint: String
  let status: Int
  let body: String
  let reasonCode: String?
}
