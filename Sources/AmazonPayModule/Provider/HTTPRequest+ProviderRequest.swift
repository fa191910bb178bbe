import AmazonPay
import FerryProvider
import HTTPTypes

extension HTTPRequest {
  /// Nil for a request that is not written like one.
  init?(_ request: ProviderRequest) {
    guard
      let method = Method(request.method),
      let colon = request.url.firstRange(of: "://"),
      let slash = request.url[colon.upperBound...].firstIndex(of: "/")
    else { return nil }
    self.init(
      method: method,
      scheme: String(request.url[..<colon.lowerBound]),
      authority: String(request.url[colon.upperBound..<slash]),
      path: String(request.url[slash...]))
    for header in request.headers {
      guard let name = HTTPField.Name(header.name) else { return nil }
      headerFields.append(HTTPField(name: name, value: header.value))
    }
  }
}

extension AmazonPayCall {
  /// Operation and object, as `ProviderRequest.call` has them.
  fileprivate var name: String { "\(operation.rawValue) \(objectId)" }
}

extension ProviderRequest {
  /// Every call can be sent again: reads and updates change nothing more, cancelling neither, and the others carry an
  /// idempotency key. But Amazon may repeat an answer to a key for ever, so after some attempts the object itself is read.
  init(_ request: HTTPRequest, _ call: AmazonPayCall) {
    self.init(
      call: call.name,
      method: request.method.rawValue,
      url: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")",
      headers: request.headerFields.map { Header($0.name.canonicalName, $0.value) },
      content: call.body,
      repetition: Self.repetition(of: call.operation),
      timeout: call.operation.movesMoney ? .seconds(30) : .seconds(20))
  }

  /// The call that was sent, for reading its answer.
  /// - Throws: `ProviderFailure.misconfigured` for a request that another version stored.
  func amazonPayCall() throws(ProviderFailure) -> AmazonPayCall {
    let words = call.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let operation = AmazonPayCall.Operation(rawValue: String(words[0])),
      let call = try? AmazonPayCall(operation, String(words[1]), body: content)
    else {
      throw .misconfigured(
        reason: "A stored request does not say what it asked for.",
        fix: "Compare the version that stored it with this one.")
    }
    return call
  }

  private static func repetition(of operation: AmazonPayCall.Operation) -> Repetition {
    switch operation {
    // The buyer waits, and the session can be completed under another key.
    case .completeCheckoutSession: .inquireAfter(attempts: 3, stage: AmazonPayStage.unknown.rawValue)
    // Some minutes. An outcome that is still unknown then needs a person.
    case .captureCharge, .cancelCharge: .inquireAfter(attempts: 10, stage: AmazonPayStage.unknown.rawValue)
    // Most of an hour: the charge does not name its refunds, and the answer to the same key does.
    case .createRefund: .inquireAfter(attempts: 20, stage: AmazonPayStage.unknown.rawValue)
    // Reading and updating; there are no other calls.
    default: .safe
    }
  }
}
