/// One call of the API, apart from who makes it and when: what is stored before it is sent, and sent again unchanged. The
/// static functions make the calls; each checks what it is given by the limits of the Amazon Pay documentation.
public struct AmazonPayCall: Hashable, Sendable {
  /// A parameter of the query, not yet encoded.
  public struct Parameter: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String

    /// A parameter, not yet encoded.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What is asked for.
  public let operation: Operation
  /// The object that the call is about: of a new charge its charge permission, of a new refund its charge, empty where
  /// there is none.
  public let objectId: String
  /// The exact body, JSON in UTF-8; empty for none.
  public let body: [UInt8]
  /// Nil where Amazon ignores it.
  public let idempotencyKey: IdempotencyKey?
  /// The parameters of a list, not yet encoded.
  public let query: [Parameter]
  /// What Amazon's sandbox should play.
  public private(set) var simulation: AmazonPaySimulation?

  /// A call with a body as it was stored.
  /// - Throws: `InvalidField` for an id that cannot be one.
  public init(
    _ operation: Operation, _ objectId: String = "", body: [UInt8] = [], idempotencyKey: IdempotencyKey? = nil,
    query: [Parameter] = []
  ) throws(InvalidField) {
    switch operation.subject {
    case .nothing: break
    case .object:
      guard Self.isWellFormed(objectId) else {
        throw InvalidField(field: "id", fault: .characters(allowed: "A-Z a-z 0-9 -"))
      }
    case .token:
      guard (1...2048).contains(objectId.utf8.count), objectId.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw InvalidField(field: "id", fault: .characters(allowed: "visible ASCII"))
      }
      // Segments that lead elsewhere.
      guard objectId != ".", objectId != ".." else { throw InvalidField(field: "id", fault: .missing) }
    }
    self.operation = operation
    self.objectId = objectId
    self.body = body
    self.idempotencyKey = idempotencyKey
    self.query = query
  }

  /// The same call with a header that makes Amazon's sandbox play a case. It is never sent to live.
  public func simulating(_ simulation: AmazonPaySimulation) -> AmazonPayCall {
    var call = self
    call.simulation = simulation
    return call
  }

  /// Whether a text can be an object's id: up to 64 letters, digits and hyphens. Ids also come back in addresses that
  /// anyone can write, and become part of a path.
  public static func isWellFormed(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
