package import FerryCore
import FerryWeb
package import HTTPTypes
import ServiceLifecycle

extension ProviderSandbox {
  /// Executes a request with the fault that is planned for its operation, and logs it. It returns after the changes are in
  /// the journal.
  /// - Parameters:
  ///   - operation: Nil for a request that is no operation of the API; no fault strikes it.
  ///   - endsWithService: True if a planned delay ends when the surrounding service stops.
  /// - Throws: `CancellationError` when a delay ends before its time; `JournalError`.
  package func exchange(
    _ request: HTTPRequest, _ body: [UInt8], operation: String?, endsWithService: Bool,
    execute: (SandboxFault.Kind?) -> SandboxExchange
  ) async throws -> SandboxExchange {
    let timekeeper = state.timekeeper
    let arrival = timekeeper.now
    let wait: @Sendable (Duration) async throws -> Void = { duration in
      guard endsWithService else { return try await timekeeper.sleep(for: duration) }
      try await cancelWhenGracefulShutdown { try await timekeeper.sleep(for: duration) }
    }
    let fault = operation.flatMap { state.strike($0) }
    if case .delay(let duration) = fault { try await wait(duration) }
    let exchange = logged(request, body, since: arrival, fault) { execute(fault) }
    try await state.written()
    if case .slow(let duration) = fault { try await wait(duration) }
    return exchange
  }

  /// Executes a request, and logs it if its exchange has a record.
  package func logged(
    _ request: HTTPRequest, _ body: [UInt8], since arrival: Moment, _ fault: SandboxFault.Kind? = nil,
    execute: () -> SandboxExchange
  ) -> SandboxExchange {
    let exchange = answerAtOtherHost(request) ?? execute()
    guard place.requestLogLimit > 0, var record = exchange.record else { return exchange }
    record.duration = max(.zero, state.timekeeper.now.since(arrival))
    if case .slow(let delay) = fault { record.duration += delay }
    let headers = exchange.response.headerFields
    let received = redaction.read(body, mediaType: request.headerFields[.contentType])
    // The control API's answers repeat ledger and log.
    let isReadingControl = request.method == .get && record.path.hasPrefix("/control/")
    let answered =
      isReadingControl || record.hidesAnswer
      ? .unreadable : redaction.read(exchange.body, mediaType: headers[.contentType])
    record.objects = objects(in: named(request, headers[.location], received, answered))
    record.path = redaction.path(record.path)
    record.query = redaction.query(request.queryText)
    record.message = record.message.map { redaction.text($0) }
    record.keyID = record.keyID.map { redaction.text($0) }
    record.received = LoggedMessage(
      headers: redaction.headers(request.headerFields),
      body: redaction.body(received, size: body.count, mediaType: request.headerFields[.contentType]))
    record.answered = LoggedMessage(
      headers: redaction.headers(headers),
      body: redaction.body(answered, size: exchange.body.count, mediaType: headers[.contentType]))
    record.delivery = exchange.delivery
    state.log(record)
    return exchange
  }

  /// True if the log has a request: it has none of the console's own and of style sheets.
  package func logs(_ request: HTTPRequest) -> Bool {
    !["/console", "/assets/"].contains(where: request.pathWithoutQuery.hasPrefix)
  }

  // MARK: Objects

  /// The values of a request and its answer that may name objects, with their names.
  private func named(
    _ request: HTTPRequest, _ location: String?, _ received: ReadBody, _ answered: ReadBody
  ) -> [(name: String, value: String)] {
    let segments = request.pathWithoutQuery.split(separator: "/").map(String.init)
    let redirect: Substring = location.map { $0.drop { $0 != "?" }.dropFirst() } ?? ""
    let queries = redaction.read(query: request.queryText) + redaction.read(query: redirect)
    var values: [(name: String, value: String)] = zip([""] + segments, segments).map { ($0, $1) }
    values += queries.map { ($0.name, redaction.decoded($0.value)) }
    values += received.values(redaction.decoded)
    values += answered.values(redaction.decoded)
    return values
  }

  private static var objectLimit: Int { 12 }

  private func objects(in values: [(name: String, value: String)]) -> [Link] {
    var links: [Link] = []
    for (name, value) in values where value.utf8.count <= 128 {
      guard let link = consoleLink(to: value, named: name), !links.contains(link) else { continue }
      links.append(link)
      if links.count == Self.objectLimit { break }
    }
    return links
  }
}
