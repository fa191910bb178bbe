import FerryCore
import HTTPTypes

/// What became of asking for an address once, without following redirects.
enum Fetched: Hashable, Sendable {
  case answer(Answer)
  case failure(Failure)

  struct Answer: Hashable, Sendable {
    var status: Int
    var headers: HTTPFields
    /// Cut off at one byte more than is allowed.
    var body: [UInt8]

    init(status: Int, headers: HTTPFields = [:], body: [UInt8] = []) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// The media type alone, in lower case.
    var type: String? {
      headers[.contentType].map { text in
        text.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
      }
    }
  }

  enum Failure: Hashable, Sendable {
    case noSuchName
    case refused
    case tooLate
    /// The connection could not be made secure.
    case notTrusted
    case broken

    var seen: String {
      switch self {
      case .noSuchName: "The name is not known to this machine's DNS."
      case .refused: "Nothing answers there."
      case .tooLate: "No answer came in time."
      case .notTrusted: "The certificate is not accepted; see below."
      case .broken: "The connection broke before the answer was whole."
      }
    }

    var change: String {
      switch self {
      case .noSuchName: "Enter the name in DNS, or correct the address in the settings."
      case .refused: "Start the server, or the proxy before it; check port and firewall."
      case .tooLate: "Check the firewall, and the proxy before the server."
      case .notTrusted: "Put the certificate in order first."
      case .broken: "Look into the log of the server or proxy that answers there."
      }
    }
  }
}
