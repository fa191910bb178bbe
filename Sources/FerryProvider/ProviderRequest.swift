/// One request to a provider, as it is stored before it is sent and sent again if need be: the same bytes every time.
public struct ProviderRequest: Codable, Hashable, Sendable {
  /// What to do when a request may or may not have arrived.
  public enum Repetition: Codable, Hashable, Sendable {
    /// Sending it again does no harm.
    case safe
    /// Sending it again does no harm. But when so many attempts have brought no outcome, a question at this stage takes its
    /// place.
    case inquireAfter(attempts: Int, stage: String)
    /// It must not be sent again before a question at this stage has proved that nothing happened.
    case inquireFirst(stage: String)
  }

  /// The operation and the object that it is about, in the provider's own words, for example `getCharge S01-1`. The answer
  /// is read by it, whatever has changed since.
  public var call: String
  public var method: String
  public var url: String
  /// Lower-case names.
  public var headers: [Header]
  public var body: [UInt8]
  public var repetition: Repetition
  /// How long to wait for the whole answer.
  public var timeout: Duration

  public struct Header: Codable, Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    call: String, method: String, url: String, headers: [Header], body: [UInt8], repetition: Repetition,
    timeout: Duration = .seconds(20)
  ) {
    self.call = call
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.repetition = repetition
    self.timeout = timeout
  }
}
