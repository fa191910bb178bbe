/// What the API answers.
struct AmazonPayAnswer {
  let status: Int
  let body: [UInt8]
  /// The reason code of an error.
  let reasonCode: String?

  init(_ status: Int, _ body: [UInt8], reasonCode: String? = nil) {
    self.status = status
    self.body = body
    self.reasonCode = reasonCode
  }

  init(_ refusal: AmazonPayRefusal) {
    self.init(refusal.status, refusal.body.bytes, reasonCode: refusal.reasonCode)
  }
}
