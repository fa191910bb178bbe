#if PostgreSQL
  import CPostgres
  package import FerryCore
  import Foundation

  /// The address of a PostgreSQL database, with all that libpq knows about connections: several hosts, TLS, a file with the
  /// password. It prints without the password.
  public struct PostgresAddress: Sendable, CustomStringConvertible {
    package let text: Secret<String>
    /// Hosts in the order of the connection attempts.
    let hosts: [String]
    public let description: String

    /// - Parameter text: `postgres://user:password@host:5432/database?sslmode=verify-full`. Parts that are missing are taken
    ///   from libpq's environment variables and files.
    /// - Throws: `PostgresStoreError.address`, and `.unverified` for another machine without a verified certificate.
    public init(_ text: String) throws(PostgresStoreError) {
      guard text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") else {
        throw .address(reason: "it begins with neither postgres:// nor postgresql://")
      }
      guard !text.utf8.contains(0) else { throw .address(reason: "it contains a NUL") }
      let given = try Self.options(of: text)
      guard given["service"] == nil else {
        throw .address(reason: "it names a service; write its settings out instead")
      }
      let options = Self.environment().merging(given) { _, given in given }
      let hosts = Self.list(options["hostaddr"] ?? options["host"])
      // Otherwise the rest of a password that is not encoded would be shown as a host or a database.
      guard (hosts.map { String($0.dropFirst()) } + [options["dbname"] ?? ""]).allSatisfy({ !$0.contains("@") }) else {
        throw .address(reason: "it has more than one @; \(Self.advice)")
      }
      if let remote = hosts.first(where: { !Self.isThisMachine($0) }),
        !["verify-full", "verify-ca"].contains(options["sslmode"])
      {
        throw .unverified(host: remote)
      }
      let ports = Self.list(options["port"])
      guard ports.allSatisfy({ $0.isEmpty || UInt16($0).map { $0 > 0 } ?? false }) else {
        throw .address(reason: "a port is not a number from 1 to 65535; \(Self.advice)")
      }
      self.text = Secret(text)
      self.hosts = hosts
      let places = hosts.enumerated().map { index, host in
        let port = ports.indices.contains(index) ? ports[index] : ports.last ?? ""
        return (host.contains(":") ? "[\(host)]" : host) + (port.isEmpty ? "" : ":\(port)")
      }
      description =
        "postgres://\(options["user"].map { "\($0)@" } ?? "")\(places.joined(separator: ","))/\(options["dbname"] ?? "")"
    }

    /// libpq's parameters of a connection. Those before the address are defaults that the address may change.
    /// - Parameter seconds: The longest that one host is waited for.
    func parameters(name: String, seconds: Int) -> [(String, String)] {
      let defaults = [
        ("fallback_application_name", name), ("connect_timeout", "\(seconds)"), ("gssencmode", "disable"),
        // A dead network is noticed on an idle connection too.
        ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "10000"),
        // Of several hosts the one that takes changes.
        ("target_session_attrs", hosts.count > 1 ? "read-write" : "any"),
      ]
      return defaults + [("dbname", text.reveal()), ("client_encoding", "UTF8")]
    }

    private static let advice =
      "in a user name and a password, write @ as %40, / as %2F, and other special characters alike"

    private static func list(_ text: String?) -> [String] {
      text.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? [""]
    }

    /// A socket in the file system, the default one, or a loopback address.
    private static func isThisMachine(_ host: String) -> Bool {
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || host.hasPrefix("127.") && host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
  }

  // MARK: libpq's options

  extension PostgresAddress {
    /// The options that an address states.
    private static func options(of text: String) throws(PostgresStoreError) -> [String: String] {
      var message: UnsafeMutablePointer<CChar>?
      guard let options = PQconninfoParse(text, &message) else {
        let reason = message.map { String(cString: $0) } ?? ""
        PQfreemem(message)
        // Other messages may quote the password.
        throw .address(
          reason: reason.hasPrefix("invalid URI query parameter")
            ? reason.trimmingCharacters(in: .whitespacesAndNewlines)
            : "libpq cannot read it; \(Self.advice)")
      }
      return values(of: options)
    }

    /// The options that libpq's environment variables and defaults state.
    private static func environment() -> [String: String] { PQconndefaults().map(values) ?? [:] }

    /// Frees the list.
    private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
      defer { PQconninfoFree(options) }
      var values: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val, value.pointee != 0 {
          values[String(cString: keyword)] = String(cString: value)
        }
        option += 1
      }
      return values
    }
  }
#endif
