#if canImport(UIKit)
  import Foundation
  import UIKit

  extension Announcement {
    /// Has VoiceOver say it. What is urgent is not lost to what is being said already.
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
