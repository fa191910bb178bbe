import AmazonPay
import FerryCore
import FerryWeb

/// Reads how the notifications of one mode are known to be Amazon's, and says what is wrong with each of the settings.
struct AmazonPayNotificationsReading {
  private let keys: AmazonPaySettingNames
  private let mode: Mode

  init(_ keys: AmazonPaySettingNames, _ mode: Mode) {
    self.keys = keys
    self.mode = mode
  }

  /// Nil where none are taken, and where something is wrong.
  func notifications(_ settings: inout SettingsReading, _ file: (String) -> String?) -> AmazonPayNotifications? {
    let problemsBefore = settings.problems.count
    let topics = settings.list(keys.notificationTopics)
    let confirms = confirms(&settings)
    let root = root(&settings, file)
    guard !topics.isEmpty else {
      for key in [keys.confirmsSubscriptions, keys.notificationRootFile] where settings.text(key) != nil {
        settings.refuse(
          key, "This is for notifications. Name their topics in \(keys.notificationTopics.name), or leave it out.")
      }
      return nil
    }
    do {
      // The topics are judged even where the rest is refused already.
      let notifications = try AmazonPayNotifications(
        topics: Set(topics), certificates: .amazon, confirmsSubscriptions: confirms)
      guard settings.problems.count == problemsBefore else { return nil }
      guard let standIn = settings.text(keys.standInURL), mode == .test else { return notifications }
      guard let root else {
        settings.refuse(
          keys.notificationRootFile,
          "A stand-in's notifications are not signed by Amazon. Name the file with its authority's certificate.")
        return nil
      }
      return try AmazonPayNotifications(
        topics: Set(topics),
        certificates: AmazonPayNotifications.certificates(ofStandIn: origin(of: standIn), rootPEM: root),
        confirmsSubscriptions: confirms)
    } catch {
      settings.refuse(key(of: error), error.description)
      return nil
    }
  }

  private func confirms(_ settings: inout SettingsReading) -> Bool {
    switch settings.text(keys.confirmsSubscriptions) {
    case nil, "no": return false
    case "yes": return true
    default:
      settings.refuse(keys.confirmsSubscriptions, "Write yes or no, or leave it out.")
      return false
    }
  }

  private func root(_ settings: inout SettingsReading, _ file: (String) -> String?) -> String? {
    guard let path = settings.text(keys.notificationRootFile) else { return nil }
    guard mode == .test, settings.text(keys.standInURL) != nil else {
      settings.refuse(
        keys.notificationRootFile,
        "Amazon's own notifications are signed under authorities that Ferry knows. Leave it out.", showsExample: false)
      return nil
    }
    guard let text = file(path) else {
      settings.refuse(
        keys.notificationRootFile, "The file cannot be read. Check its name, and that Ferry's user may read it.")
      return nil
    }
    return text
  }

  /// Scheme, host and port of the stand-in, whose address may go on.
  private func origin(of standIn: String) -> String { Link(external: standIn)?.origin?.text ?? standIn }

  private func key(of problem: AmazonPayNotificationsProblem) -> ConfigurationKey {
    switch problem {
    case .topicsMissing, .topicMalformed: keys.notificationTopics
    case .standInNotLocal: keys.standInURL
    case .rootUnreadable: keys.notificationRootFile
    }
  }
}
