/// What the phone holds of a link host's association file since the app was installed.
public enum Association: Sendable {
  /// No usable copy, and why in words: "the file was answered with 404".
  case missing(String)
  case copy(any LinkMatcher)
}

/// An association file that has been read: whether it gives an app a link.
public protocol LinkMatcher: Sendable {
  /// - Parameters:
  ///   - url: The whole link.
  ///   - appID: Team and bundle: "FERRYDEMO1.jp.example.tablets".
  func covers(_ url: String, appID: String) -> Bool
}

/// What a link host answered when it was asked for its association file.
public struct AssociationAnswer: Hashable, Sendable {
  public var status: Int
  public var contentType: String?
  public var wasRedirected: Bool
  public var bytes: Int

  public init(status: Int, contentType: String?, wasRedirected: Bool, bytes: Int) {
    self.status = status
    self.contentType = contentType
    self.wasRedirected = wasRedirected
    self.bytes = bytes
  }

  /// Why iOS would not take this answer, whatever stands in the file; nil when it would.
  public var refusal: String? {
    if wasRedirected { return "the association file was redirected" }
    if status != 200 { return "the association file was answered with \(status)" }
    let type = contentType?.prefix { $0 != ";" }.lowercased()
    if type != "application/json" { return "the association file came as \(type ?? "no type"), not application/json" }
    if bytes > 128 * 1024 { return "the association file is larger than 128 KB" }
    return nil
  }
}
