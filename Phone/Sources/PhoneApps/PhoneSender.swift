internal import Ferry
internal import FerryCore
internal import PhoneWebKit

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Sends the app library's requests by the phone's network.
struct PhoneSender: HTTPSender {
  let http: HTTPClient
  let lifeline: Lifeline

  func send(_ request: HTTPRequestToSend) async throws -> HTTPAnswer {
    guard await !lifeline.isCut else { throw Lifeline.Dead() }
    let answer = try await http.send(
      request.method, request.url.absoluteString, headers: request.headers,
      body: request.body.isEmpty && request.method == "GET" ? nil : request.body)
    guard await !lifeline.isCut else { throw Lifeline.Dead() }
    var headers: [String: String] = [:]
    for header in answer.headers { headers[header.name.lowercased()] = header.value }
    return HTTPAnswer(statusCode: answer.status, headers: headers, body: answer.body)
  }
}
