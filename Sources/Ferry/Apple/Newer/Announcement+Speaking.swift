#if canImport(UIKit)
  import Foundation
  import UIKit

  extension Announcement {
    /// Announces it by VoiceOver. An urgent announcement gets a high priority, so that current speech does not suppress it.
    @MainActor
    func speak() {
      if #available(iOS 17.0, *), isUrgent {
        let spoken = NSAttributedString(
          string: text, attributes: [.accessibilitySpeechAnnouncementPriority: UIAccessibilityPriority.high])
        UIAccessibility.post(notification: .announcement, argument: spoken)
      } else {
        UIAccessibility.post(notification: .announcement, argument: text)
      }
    }
  }
#endif
