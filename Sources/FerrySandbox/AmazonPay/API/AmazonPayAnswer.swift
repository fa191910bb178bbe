/// What the API answers, and the money that moved for it.
struct AmazonPayAnswer {
  let status: Int
  let body: [UInt8]
  /// The reason code of an error.
  let reasonCode: String?
  let movements: [MoneyMovement]

  init(_ status: Int, _ body: [UInt8], reasonCode: String? = nil, movements: ArraySlice<MoneyMovement> = []) {
    self.status = status
    self.body = body
    self.reasonCode = reasonCode
    self.movements = Array(movements)
  }

  init(_ refusal: AmazonPayRefusal, movements: ArraySlice<MoneyMovement> = []) {
    self.init(refusal.status, refusal.body.bytes, reasonCode: refusal.reasonCode, movements: movements)
  }
}
