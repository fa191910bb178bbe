@_spi(Phone) internal import Ferry
internal import FerryCore
internal import PhoneDevice
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Sends the app library's requests by the phone's network.
struct PhoneSender: HTTPSender {
  let device: Device
  let lifeline: Lifeline

  func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    try await transmit(request)
  }

  @MainActor private func transmit(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    let path = request.url.path
    let key = request.headers.first { $0.name.lowercased() == "idempotency-key" }?.value
    var sent = AppRequest(path: path, idempotencyKey: key)
    defer { device.requests.append(sent) }
    let body = device.interference.body(request.body, to: path)
    let answer = try await device.http.send(
      request.method, request.url.absoluteString, headers: request.headers,
      body: body.isEmpty && request.method == "GET" ? nil : body)
    guard !lifeline.isCut else { throw Lifeline.Dead() }
    guard !device.interference.loses(answerTo: path) else {
      device.journal.note(.trouble, "the answer is lost, after the server has done what it was asked", at: "network")
      throw WebKitFailure("the answer was lost")
    }
    sent.status = answer.status
    var headers: [String: String] = [:]
    for header in answer.headers { headers[header.name.lowercased()] = header.value }
    return HTTPAnswer(statusCode: answer.status, headers: headers, body: answer.body)
  }
}
