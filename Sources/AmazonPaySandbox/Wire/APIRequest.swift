import Crypto
import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// An authenticated request whose body has the shape of its operation.
struct APIRequest {
  let owner: Owner
  let operation: APIOperation
  let id: String
  let idempotencyKey: String?
  let simulationCode: String?
  let body: JSONValue
  let query: Fields
  /// SHA-256 over operation, object and body. Requests with the same idempotency key must have the same one.
  let fingerprint: String

  /// - Throws: 400 for a body, an idempotency key or a simulation code that is not accepted.
  init(
    owner: Owner, target: APIPath.Target, idempotencyKey: String?, simulationCode: String?, body: [UInt8],
    query: Substring = "", rules: Rules
  ) throws(APIRefusal) {
    self.owner = owner
    operation = target.operation
    id = target.id
    // GET, PATCH and DELETE ignore the key.
    self.idempotencyKey = try target.method == .post ? Self.checked(idempotencyKey, target.operation) : nil
    let isLive = owner.environment == .live
    if let simulationCode, isLive, rules.refusesSimulationInLive { throw .invalidSimulation(simulationCode) }
    self.simulationCode = isLive ? nil : simulationCode
    do {
      self.query = try Fields(parsing: query.utf8, as: .query)
    } catch {
      throw APIRefusal(400, "InvalidRequest", "The query cannot be read: \(error.detail)")
    }
    if let shape = RequestShape.body(of: target.operation, rules) {
      self.body = try JSONValue(parsing: body, "The body")
      guard self.body.members != nil else {
        throw APIRefusal(400, "InvalidRequestFormat", "The body must be a JSON object.")
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

  private static func checked(_ key: String?, _ operation: APIOperation) throws(APIRefusal) -> String? {
    guard let key else {
      guard operation.requiresIdempotencyKey else { return nil }
      throw .missingHeader("x-amz-pay-idempotency-key")
    }
    guard PlainText.isPlain(key, most: 32) else {
      throw .invalidHeader(
        "The value provided for x-amz-pay-idempotency-key must have 1 to 32 characters of a-z, A-Z, 0-9, - and _.")
    }
    return key
  }
}

/// An API path, taken apart: `/v2/charges/{id}/capture`, with `/sandbox` or `/live` before it, with or without a slash
/// at the end.
struct APIPath: Hashable {
  /// The environment of the first segment; nil if there is none and the key decides.
  let environment: AccountEnvironment?
  /// "v2", or any other version that the client asks for.
  let version: Substring
  let segments: [Substring]

  /// Nil for a path outside the API.
  init?(_ path: Substring) {
    var segments = path.split(separator: "/", omittingEmptySubsequences: true)
    environment = segments.first.flatMap { AccountEnvironment(rawValue: String($0)) }
    if environment != nil { segments.removeFirst() }
    guard let version = segments.first, version.first == "v", version.count > 1,
      version.dropFirst().allSatisfy(\.isWholeNumber)
    else { return nil }
    self.version = version
    self.segments = Array(segments.dropFirst())
  }

  struct Target: Hashable {
    let operation: APIOperation
    let method: HTTPRequest.Method
    /// The object's id; empty for the operations that create one.
    let id: String
  }

  /// - Throws: 404 for a resource that the API does not have, 405 for a method that the resource does not have, 403 for
  ///   operations that only accounts on Amazon's list may call.
  func target(_ method: HTTPRequest.Method) throws(APIRefusal) -> Target {
    guard version == "v2" else {
      throw APIRefusal(400, "InvalidAPIVersion", "The API version \(version) is not supported; use v2.")
    }
    let id = segments.count > 1 ? String(segments[1]) : ""
    let operations: [HTTPRequest.Method: APIOperation]
    switch (segments.first, segments.count, segments.count > 2 ? segments[2] : nil) {
    case ("checkoutSessions", 1, _): operations = [.post: .createCheckoutSession]
    case ("checkoutSessions", 2, _): operations = [.get: .getCheckoutSession, .patch: .updateCheckoutSession]
    case ("checkoutSessions", 3, "complete"): operations = [.post: .completeCheckoutSession]
    case ("checkoutSessions", 3, "finalize"): operations = [.post: .finalizeCheckoutSession]
    case ("buyers", 2, _): operations = [.get: .getBuyer]
    case ("chargePermissions", 2, _): operations = [.get: .getChargePermission, .patch: .updateChargePermission]
    case ("chargePermissions", 3, "close"): operations = [.delete: .closeChargePermission]
    case ("charges", 1, _): operations = [.post: .createCharge]
    case ("charges", 2, _): operations = [.get: .getCharge, .patch: .updateCharge]
    case ("charges", 3, "capture"): operations = [.post: .captureCharge]
    case ("charges", 3, "cancel"): operations = [.delete: .cancelCharge]
    case ("refunds", 1, _): operations = [.post: .createRefund]
    case ("refunds", 2, _): operations = [.get: .getRefund]
    case ("disputes", 2, _) where method == .get: operations = [.get: .getDispute]
    case ("disputes", 3, "contest"): operations = [.post: .contestDispute]
    case ("files", 1, _): operations = [.post: .createFile]
    case ("deliveryTrackers", 1, _): operations = [.post: .createDeliveryTracker]
    case ("reports", 1, _): operations = [.get: .getReports, .post: .createReport]
    case ("reports", 2, _): operations = [.get: .getReport]
    case ("report-documents", 2, _): operations = [.get: .getReportDocument]
    case ("report-schedules", 1, _): operations = [.get: .getReportSchedules, .post: .createReportSchedule]
    case ("report-schedules", 2, _): operations = [.get: .getReportSchedule, .delete: .cancelReportSchedule]
    case ("disbursements", 1, _): operations = [.get: .getDisbursements]
    case ("authorizationTokens", 2, _): operations = [.get: .getAuthorizationToken]
    case ("disputes", _, _), ("files", _, _), ("merchantAccounts", _, _), ("in-store", _, _):
      throw .notEnabled
    default: throw .notFound("resource")
    }
    guard let operation = operations[method] else {
      throw APIRefusal(405, "RequestNotSupported", "The resource does not support the method \(method).")
    }
    return Target(operation: operation, method: method, id: id)
  }
}

/// An API operation that the sandbox performs, by the name that faults and the request log use.
public enum APIOperation: String, Codable, Hashable, Sendable, CaseIterable {
  case createCheckoutSession, getCheckoutSession, updateCheckoutSession, completeCheckoutSession,
    finalizeCheckoutSession
  case getBuyer
  case getChargePermission, updateChargePermission, closeChargePermission
  case createCharge, getCharge, updateCharge, captureCharge, cancelCharge
  case createRefund, getRefund
  case getDispute, contestDispute, createFile
  case createDeliveryTracker
  case createReport, getReports, getReport, getReportDocument
  case createReportSchedule, getReportSchedules, getReportSchedule, cancelReportSchedule
  case getDisbursements, getAuthorizationToken

  /// True for operations that a retry without a key could carry out twice.
  var requiresIdempotencyKey: Bool {
    [.createCheckoutSession, .createCharge, .captureCharge, .createRefund, .createFile].contains(self)
  }
}
