#if PostgreSQL
  /// The reason why a PostgreSQL database cannot be used.
  public enum PostgresStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is none of a PostgreSQL database.
    case address(reason: String)
    /// The database is on another machine, and the address does not require a certificate that is verified.
    case unverified(host: String)
    /// There is no connection. The reason is libpq's and names the cause.
    case unreachable(String, reason: String)
    /// It can be reached, and cannot do what is asked for at present.
    case unavailable(String, reason: String)
    /// It refuses a statement, for instance because the user may not do it.
    case refused(String, reason: String)
    /// The database has no tables of Ferry.
    case noSchema(String)
    /// Tables of Ferry are there already.
    case schemaExists(String)
    /// An earlier version of Ferry has written it.
    case outdated(String)
    /// A newer version of Ferry has written it, and this one cannot use it.
    case newer(String)
    /// Another database is being copied into it, and that was not finished.
    case unfinishedCopy(String)
    /// The connection was lost that keeps other comparisons of an account away.
    case comparisonLost(String)
    /// It takes no changes: a standby, or one that an operator has made read-only.
    case readOnly(String)
    /// A part of it is not in the form that this version of Ferry writes; the rest can be read.
    case unreadable(String, what: String)

    public var description: String {
      switch self {
      case .address(let reason):
        "The database address is invalid: \(reason). Its form is postgres://user@host:5432/database; see "
          + "Documentation/Operating.md."
      case .unverified(let host):
        "The database is on another machine, \(host), but its address does not require a verified certificate: anybody on "
          + "the way could read and change payments. Add sslmode=verify-full and sslrootcert=FILE with the authority's "
          + "certificate to the address."
      case .unreachable(let address, let reason):
        "The database \(address) cannot be reached: \(reason). Check that it runs, and that the address, user and "
          + "password are right."
      case .unavailable(let address, let reason):
        "The database \(address) is not available: \(reason). Try again in a minute."
      case .refused(let address, let reason):
        "The database \(address) rejected this: \(reason). Check that the address names the right database, and that its "
          + "user owns it."
      case .noSchema(let address):
        "The database \(address) has no tables of Ferry. If that is the right database, run `ferry store create` once, "
          + "with the same settings."
      case .schemaExists(let address):
        "The database \(address) has tables of Ferry already. Nothing was changed. To update them, run `ferry store "
          + "migrate`."
      case .outdated(let address):
        "An earlier version of Ferry has written the database \(address). Run `ferry store migrate` of this version."
      case .newer(let address):
        "A newer version of Ferry has written the database \(address), and this version cannot use it. Start that "
          + "version, or restore a backup from before it."
      case .unfinishedCopy(let address):
        "A copy into the database \(address) was not finished. Run `ferry store copy` again to continue."
      case .comparisonLost(let address):
        "Ferry lost the connection to the database \(address) during the comparison, so another one of the account may "
          + "have started. The result was not saved. Run `ferry reconcile` again."
      case .readOnly(let address):
        "The database \(address) is read-only: it is a standby, or was made read-only. Name the primary, or all hosts "
          + "of the cluster: Ferry finds the one that accepts changes."
      case .unreadable(let address, let what):
        "Ferry cannot read \(what) in the database \(address). It is damaged, or another version of Ferry has written it. "
          + "The rest can be used. Restore it from a backup, or ask for help with this message."
      }
    }
  }
#endif
