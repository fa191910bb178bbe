import FerryCore

/// The timeout is stored as whole milliseconds.
extension ProviderRequest {
  private enum CodingKeys: String, CodingKey {
    case call, method, url, headers, body, repetition, timeout
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      // One that an earlier version stored has none: no answer to it can be read, so it is made again.
      call: try container.decodeIfPresent(String.self, forKey: .call) ?? "",
      method: try container.decode(String.self, forKey: .method),
      url: try container.decode(String.self, forKey: .url),
      headers: try container.decode([Header].self, forKey: .headers),
      body: try container.decode([UInt8].self, forKey: .body),
      repetition: try container.decode(Repetition.self, forKey: .repetition),
      timeout: .milliseconds(try container.decode(Int64.self, forKey: .timeout)))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(call, forKey: .call)
    try container.encode(method, forKey: .method)
    try container.encode(url, forKey: .url)
    try container.encode(headers, forKey: .headers)
    try container.encode(body, forKey: .body)
    try container.encode(repetition, forKey: .repetition)
    try container.encode(timeout.wholeMilliseconds, forKey: .timeout)
  }
}
