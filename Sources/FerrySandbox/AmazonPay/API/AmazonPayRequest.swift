import Crypto
import FerryCore
import FerryWeb

/// An authenticated request whose body has the shape that its operation asks for.
struct AmazonPayRequest {
  let owner: Owner
  let operation: AmazonPayOperation
  let id: String
  let idempotencyKey: String?
  let simulationCode: String?
  let body: JSONValue
  let query: Fields
  /// SHA-256 over operation, object and body: what must be equal where an idempotency key is.
  let fingerprint: String

  /// - Throws: the 400 that the body, the idempotency key or the simulation code deserves.
  init(
    owner: Owner, target: AmazonPayPath.Target, idempotencyKey: String?, simulationCode: String?, body: [UInt8],
    query: Substring = "", rules: AmazonPayRules
  ) throws(AmazonPayRefusal) {
    self.owner = owner
    operation = target.operation
    id = target.id
    self.idempotencyKey = try Self.checked(idempotencyKey, target.operation, rules)
    self.simulationCode = try Self.checked(simulationCode, owner.environment, rules)
    do {
      self.query = try Fields(parsing: query.utf8, as: .query)
    } catch {
      throw AmazonPayRefusal(400, "InvalidRequest", "The query cannot be read: \(error.name) \(error.detail)")
    }
    if let shape = RequestShape.body(of: target.operation, rules) {
      do {
        self.body = try JSONValue(parsing: body)
      } catch {
        throw AmazonPayRefusal(400, "InvalidRequestFormat", "The body is not JSON: \(error).")
      }
      guard self.body.members != nil else {
        throw AmazonPayRefusal(400, "InvalidRequestFormat", "The body must be a JSON object.")
      }
      try shape.check(self.body)
    } else {
      self.body = .null
    }
    var hash = SHA256()
    hash.update(data: Array("\(target.operation.rawValue)\n\(target.id)\n".utf8))
    hash.update(data: body)
    fingerprint = Base64URL.encode(hash.finalize())
  }

  private static func checked(
    _ key: String?, _ operation: AmazonPayOperation, _ rules: AmazonPayRules
  ) throws(AmazonPayRefusal) -> String? {
    guard operation.honoursIdempotencyKey else { return nil }
    guard let key else {
      guard operation.requiresIdempotencyKey else { return nil }
      throw AmazonPayRefusal(
        400, rules.missingIdempotencyKeyReason, "The header x-amz-pay-idempotency-key is required.")
    }
    let isInAlphabet = key.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isInAlphabet, (1...32).contains(key.utf8.count) else {
      throw AmazonPayRefusal(
        400, "InvalidHeaderValue",
        "The value provided for x-amz-pay-idempotency-key must have 1 to 32 characters of a-z, A-Z, 0-9, - and _.")
    }
    return key
  }

  private static func checked(
    _ code: String?, _ environment: AmazonPayEnvironment, _ rules: AmazonPayRules
  ) throws(AmazonPayRefusal) -> String? {
    guard let code, environment == .live else { return code }
    if rules.refusesSimulationInLive { throw .invalidSimulation(code) }
    return nil
  }
}
