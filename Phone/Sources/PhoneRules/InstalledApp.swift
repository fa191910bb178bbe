/// An app on the phone, as far as links can lead to it.
public struct InstalledApp: Hashable, Sendable, Codable {
  public var name: String
  /// Team and bundle: "FERRYDEMO1.jp.example.tablets".
  public var appID: String
  /// The host whose links it asks for: "https://127.0.0.1:3445". That host's association file must agree.
  public var linkHost: String?
  /// The custom scheme it claims. Nothing keeps another app from claiming the same.
  public var scheme: String?

  public init(name: String, appID: String, linkHost: String? = nil, scheme: String? = nil) {
    self.name = name
    self.appID = appID
    self.linkHost = linkHost
    self.scheme = scheme
  }
}
