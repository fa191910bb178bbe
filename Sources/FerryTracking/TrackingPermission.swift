#if canImport(AppTrackingTransparency)
  internal import AppTrackingTransparency

  /// Whether the buyer lets this app recognise him in other companies' apps and sites. Apart from paying, for Ferry tracks
  /// nobody: a shop that measures its advertising asks with this, and the answer changes nothing about a checkout.
  ///
  /// The app's `Info.plist` needs `NSUserTrackingUsageDescription`, and the system shows the question only while the app is
  /// active, once per install.
  public enum TrackingPermission: Sendable {
    case granted
    /// By the buyer, or by the device for him.
    case refused
    /// He has not been asked.
    case unasked

    /// What holds now.
    public static var current: TrackingPermission { TrackingPermission(ATTrackingManager.trackingAuthorizationStatus) }

    /// Asks the buyer if he has not been asked before.
    /// - Returns: His answer; `unasked` when the system could not show the question, for instance because the app was not
    ///   active.
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
