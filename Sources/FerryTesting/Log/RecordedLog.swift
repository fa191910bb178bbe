package import Logging
import Synchronization

/// Keeps every log line at every level.
package final class RecordedLog: Sendable {
  private let kept = Mutex<[(message: String, metadata: Logger.Metadata)]>([])

  package init() {}

  /// Level and message of each line.
  package var messages: [String] { kept.withLock { $0.map { $0.message } } }

  /// Level, message and metadata of each line.
  package var lines: [String] { kept.withLock { $0.map { "\($0.message) \($0.metadata)" } } }

  package var logger: Logger { Logger(label: "recorded") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      log.kept.withLock { $0.append((message: "\(event.level): \(event.message)", metadata: all)) }
    }
  }
}
