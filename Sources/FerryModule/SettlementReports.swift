import Crypto
public import FerryCheckout
public import FerryCore
public import FerryHTTP

/// The settlement reports of an account.
public protocol SettlementReports: Sendable {
  /// The part of a charge's id that its refunds and disputes have too. Transactions in reports are grouped by it.
  func group(ofCharge id: String) -> String

  /// - Throws: `CSVProblem`.
  func read(_ file: ReportFile) throws(CSVProblem) -> SettlementReport

  /// Fetches the reports of a time.
  /// - Throws: `ProviderProblem`, also if the provider has no way to fetch them.
  func fetch(_ window: Range<Moment>, _ connection: ProviderConnection) async throws(ProviderProblem) -> [ReportFile]
}

extension SettlementReports {
  public func group(ofCharge id: String) -> String { id }

  public func fetch(
    _ window: Range<Moment>, _ connection: ProviderConnection
  ) async throws(ProviderProblem) -> [ReportFile] {
    throw ProviderProblem(
      "This provider's reports cannot be fetched. Download them, and import them with `ferry reports import`.")
  }

  /// Reads a report, and explains a compressed one.
  /// - Throws: `CSVProblem`.
  public func reading(_ file: ReportFile) throws(CSVProblem) -> SettlementReport {
    guard !file.bytes.starts(with: [0x1F, 0x8B]) else {
      throw CSVProblem(line: 1, "The file is compressed with gzip. Unpack it with gunzip first.")
    }
    return try read(file)
  }
}

/// A settlement report as the provider made it.
public struct ReportFile: Hashable, Sendable {
  /// The file's name, or the provider's name of the document.
  public var name: String
  public var bytes: [UInt8]
  /// The charset of the answer with it; nil for a file that was downloaded by a person.
  public var charset: String?

  public init(name: String, bytes: [UInt8], charset: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.charset = charset
  }

  /// SHA-256 of the bytes. A file that was imported is known by it.
  public var digest: String { Base64URL.encode(Array(SHA256.hash(data: bytes))) }
}

/// A provider's part asks its provider with these means, outside the engine.
public struct ProviderConnection: Sendable {
  public let transport: any ProviderTransport
  public let time: any Timekeeper
  public let randomness: any Randomness

  public init(transport: any ProviderTransport, time: any Timekeeper, randomness: any Randomness) {
    self.transport = transport
    self.time = time
    self.randomness = randomness
  }
}

/// Why a provider's part could not do its work, and what to do about it, in a sentence or two.
public struct ProviderProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
