#if PostgreSQL
  package import FerryCheckout
  import FerryCore
  package import FerryEngine
  package import FerryProvider

  extension PostgresTransaction {
    package func owner(of references: [ProviderReference], _ account: ProviderAccountID) throws -> CheckoutID? {
      guard !references.isEmpty else { return nil }
      return try row(
        """
        SELECT checkout FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS named (wanted, kind_of_it, place)
          JOIN provider_references ON provider = $1 AND account = $2 AND mode = $3 AND value = wanted
            AND kind = kind_of_it
        ORDER BY place LIMIT 1
        """,
        account.columns.values + [.texts(references.map(\.value)), .texts(references.map(\.kind))]
      ).map { CheckoutID($0.text(0)) }
    }

    /// The notifications that wait for a reference are due once it is entered, and not when it is entered again.
    /// - Throws: At the next answer, an error with the code `referenceTaken` if one belongs to another checkout.
    package func enter(_ references: [ProviderReference], of checkout: Checkout) throws {
      try lock(references, checkout.accountID)
      for reference in references {
        try run(
          """
          WITH entered AS (
            INSERT INTO provider_references (provider, account, mode, value, kind, checkout)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (provider, account, mode, value, kind) DO UPDATE SET checkout = excluded.checkout
              WHERE provider_references.checkout <> excluded.checkout
            RETURNING value, kind)
          UPDATE inbox SET due_at = $7
          WHERE provider = $1 AND account = $2 AND mode = $3 AND due_at > $7
            AND number IN (SELECT number FROM entered JOIN inbox_references USING (value, kind))
          """,
          checkout.accountID.columns.values + [
            .text(reference.value), .text(reference.kind), .text(checkout.id.text), .moment(InboxEntry.dueFirst),
          ])
      }
    }

    /// Locks the counted references of an account.
    /// - Returns: The number of the last one; 0 before the first.
    func lockReferenceNumbers(of account: ProviderAccountID) throws -> Int64 {
      try lock(account)
      return try lastReferenceNumber(of: account)
    }
  }

  // MARK: Notifications

  extension PostgresTransaction {
    package func insert(_ entry: InboxEntry) throws {
      try run(
        """
        WITH entered AS (
          INSERT INTO inbox (\(entry.columns.names.joined(separator: ", ")))
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING number)
        INSERT INTO inbox_references (number, place, kind, value)
        SELECT number, place, kind, value
        FROM entered, unnest($15::text[], $16::text[]) WITH ORDINALITY AS named (kind, value, place)
        """,
        entry.columns.values + [.texts(entry.references.map(\.kind)), .texts(entry.references.map(\.value))])
    }
  }
#endif
