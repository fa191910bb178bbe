public import HTTPTypes

extension HTTPField.Name {
  /// `Idempotency-Key`, of the IETF draft "The Idempotency-Key HTTP Header Field".
  public static let idempotencyKey: HTTPField.Name = {
    guard let name = HTTPField.Name("Idempotency-Key") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
