import FerryCore
import FerrySandbox
import Synchronization

/// The last calls for the console, beside the request log: the fields as they came, without secrets.
final class CallRecord: Sendable {
  /// A field of a request.
  struct Field: Hashable, Sendable {
    let name: String
    /// Nil for a secret.
    let value: ReceivedValue?
  }

  static let limit = 500
  private static let secrets: Set<String> = ["ShopPass", "AccessPass", "Token", "AmazonBuyerToken"]

  private struct Contents {
    var fields: [Int: [Field]] = [:]
    /// The number of the last request in Amazon's log that was copied.
    var copied = 0
  }

  private let contents = Mutex(Contents())

  /// The fields of a request, by its number in the request log.
  func fields(of number: Int) -> [Field] { contents.withLock { $0.fields[number] ?? [] } }

  /// Logs a call. The lock keeps the number of the request log with its fields.
  func log(_ entry: RequestRecord, _ fields: ReceivedFields?, into state: SandboxState<GatewayLedger>) {
    let shown = fields.map { fields in
      fields.names.prefix(60).map { name in
        Field(name: name, value: Self.secrets.contains(name) ? nil : fields.values[name])
      }
    }
    contents.withLock { contents in
      state.log(entry)
      guard let number = state.requests.last?.number else { return }
      contents.fields[number] = shown
      contents.fields[number - Self.limit] = nil
    }
  }

  /// Copies the requests that Amazon's part has logged since the last time.
  func copy(_ records: [RequestRecord], into state: SandboxState<GatewayLedger>) {
    contents.withLock { contents in
      for record in records where record.number > contents.copied {
        state.log(record)
        contents.copied = record.number
      }
    }
  }
}
