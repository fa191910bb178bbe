import Foundation

/// A marker in the app's own defaults, which are deleted with the app.
public struct DefaultsMarker: InstallationMarker {
  private let key: String
  private let suiteName: String?

  /// - Parameters:
  ///   - app: The registered app's id.
  ///   - suiteName: Whose defaults; the app's own unless told otherwise. Not a group's: those may outlive the app.
  public init(app: String, suiteName: String? = nil) {
    key = "ferry.installed." + app
    self.suiteName = suiteName
  }

  public var isSet: Bool { defaults.bool(forKey: key) }

  public func set() { defaults.set(true, forKey: key) }

  private var defaults: UserDefaults { suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard }
}
