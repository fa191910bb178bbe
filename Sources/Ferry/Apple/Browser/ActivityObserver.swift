#if canImport(UIKit)
  import Foundation
  import UIKit

  /// Tells a watch when the app becomes active, and when another app takes its place.
  @MainActor
  final class ActivityObserver {
    private var observers: [any NSObjectProtocol] = []

    init(_ watch: ReturnWatch) {
      observe(UIApplication.didBecomeActiveNotification) { watch.becameActive() }
      observe(UIApplication.willResignActiveNotification) { watch.resignedActive() }
    }

    /// The notification centre keeps the closures until then.
    func stop() {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
      observers = []
    }

    private func observe(_ name: Notification.Name, _ act: @escaping @MainActor @Sendable () -> Void) {
      // UIKit posts both on the main thread.
      let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        MainActor.assumeIsolated { act() }
      }
      observers.append(observer)
    }
  }
#endif
