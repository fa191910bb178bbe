/// What carries the requests of a rehearsal: the network, or a test that holds server and sandbox in its own process.
public protocol ScriptedTransport: Sendable {
  /// Sends one request, and follows no redirect.
  func send(_ request: ScriptedRequest) async throws -> ScriptedAnswer
}

public struct ScriptedRequest: Sendable {
  public var method: String
  /// Absolute.
  public var url: String
  public var headers: [(name: String, value: String)]
  /// Nil for none at all.
  public var body: [UInt8]?

  public init(_ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

public struct ScriptedAnswer: Sendable {
  public var status: Int
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]

  public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// All fields of a name, in lower case.
  func fields(_ name: String) -> [String] { headers.filter { $0.name.lowercased() == name }.map(\.value) }
}
