#if canImport(AppTrackingTransparency)
  internal import AppTrackingTransparency

  /// The buyer's permission to track them across other companies' apps and sites. Ferry itself tracks nobody. A shop that
  /// measures its advertising can ask with this type. The answer has no effect on a checkout.
  ///
  /// The app's `Info.plist` needs `NSUserTrackingUsageDescription`, and the system shows the question only while the app is
  /// active, once per install.
  public enum TrackingPermission: Sendable {
    case granted
    /// Refused by the buyer, or by a restriction of the device.
    case refused
    /// The buyer has not been asked.
    case unasked

    /// The current permission.
    public static var current: TrackingPermission { TrackingPermission(ATTrackingManager.trackingAuthorizationStatus) }

    /// Asks the buyer, unless they have answered before.
    /// - Returns: The buyer's answer. `unasked` if the system could not show the question, for example because the app was
    ///   not active.
    public static func request() async -> TrackingPermission {
      TrackingPermission(await ATTrackingManager.requestTrackingAuthorization())
    }

    private init(_ status: ATTrackingManager.AuthorizationStatus) {
      self =
        switch status {
        case .authorized: .granted
        case .denied, .restricted: .refused
        case .notDetermined: .unasked
        @unknown default: .refused
        }
    }
  }
#endif
