/// A browser as far as a scripted buyer needs one: it keeps cookies by host and port, and follows no redirect by itself.
public actor BuyerBrowser {
  public struct Answer: Sendable {
    public let status: Int
    public let location: String?
    public let body: [UInt8]
  }

  private let transport: any ScriptedTransport
  private var cookies: [String: [String: String]] = [:]

  public init(_ transport: any ScriptedTransport) { self.transport = transport }

  public func get(_ url: String) async throws -> Answer { try await send(ScriptedRequest("GET", url)) }

  /// - Parameter headers: In addition to cookies and content type.
  public func post(_ url: String, json: [UInt8], headers: [String: String] = [:]) async throws -> Answer {
    try await post(url, "application/json", json, headers)
  }

  /// Submits a form of a page.
  public func post(_ url: String, form: String, headers: [String: String] = [:]) async throws -> Answer {
    try await post(url, "application/x-www-form-urlencoded", Array(form.utf8), headers)
  }

  private func post(
    _ url: String, _ type: String, _ body: [UInt8], _ headers: [String: String]
  ) async throws -> Answer {
    let fields = headers.merging(["content-type": type]) { own, _ in own }.sorted { $0.key < $1.key }
    return try await send(
      ScriptedRequest("POST", url, headers: fields.map { (name: $0.key, value: $0.value) }, body: body))
  }

  private func send(_ request: ScriptedRequest) async throws -> Answer {
    var request = request
    let site = Self.site(request.url)
    if let jar = cookies[site], !jar.isEmpty {
      let pairs = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      request.headers.append((name: "cookie", value: pairs.joined(separator: "; ")))
    }
    let answer = try await transport.send(request)
    for line in answer.fields("set-cookie") {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { cookies[site, default: [:]][String(pair[0])] = String(pair[1]) }
    }
    return Answer(status: answer.status, location: answer.fields("location").first, body: answer.body)
  }

  private static func site(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
  }
}
