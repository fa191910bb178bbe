import Logging
import Synchronization

/// Keeps every line that is logged, at every level, with all that is said beside it.
final class RecordedLog: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  var logger: Logger {
    var logger = Logger(label: "recorded") { _ in Handler(log: self) }
    logger.logLevel = .trace
    return logger
  }

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
      let beside = metadata.merging(event.metadata ?? [:]) { $1 }
      log.kept.withLock { $0.append("\(event.level) \(event.message) \(beside)") }
    }
  }
}
