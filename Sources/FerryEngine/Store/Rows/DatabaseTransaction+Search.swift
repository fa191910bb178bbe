import FerryCheckout
import FerryCore

/// The search index. `search_postings` has a row for each term of a checkout, the newest of a term together. `search_words` has
/// a row for each word, `^tanaka`, and one for each end of it, `naka tanaka`: what begins with a text is a range.
extension DatabaseTransaction {
  /// The most different words that a part may stand in.
  private var mostWords: Int { 400 }
  /// The most checkouts that one call reads.
  private var mostRead: Int { 2000 }

  package func find<Failure>(
    _ query: SearchQuery, _ filter: CheckoutFilter, limit: Int, _ damage: Damage<Failure>
  ) throws -> FoundCheckouts {
    let groups = try query.words.map { try words(with: $0) }
    let ids = query.mayBeID ? try ids(with: query.text) : ([], isCut: false)
    let terms = try rarest(groups.map(\.words), filter.bounds) + query.exact
    let named = Set(ids.0)
    var filter = filter
    var files: [CheckoutFile] = []
    var read = 0
    var end: CheckoutPlace?
    repeat {
      let size = 100
      let places = Array(
        Set(try newest(with: terms, filter.bounds, limit: size) + newest(ids.0, filter.bounds, limit: size))
          .sorted(by: >).prefix(size))
      read += places.count
      let found = try self.files(places.map(\.id), damage).filter { file in
        guard filter.includesUnsearched(file) else { return false }
        return named.contains(file.checkout.id.text) || query.finds(file, ids: [])
      }
      files += found.prefix(limit + 1 - files.count)
      end = places.count == size ? places.last : nil
      filter.after = end
    } while files.count <= limit && end != nil && read < mostRead
    if files.count > limit {
      files.removeLast()
      end = files.last.map { CheckoutPlace($0.checkout) }
    } else if let place = end {
      // The place may be one of another shop: it names no checkout, and those of its moment are read once more.
      end = CheckoutPlace(createdAt: place.createdAt + .milliseconds(1), id: "")
      files.removeAll { $0.checkout.createdAt == place.createdAt }
    }
    return FoundCheckouts(files: files, next: end, isTooShort: ids.isCut || groups.contains(where: \.isCut))
  }

  /// The words that begin with a text, or have it as a part.
  private func words(with text: String) throws -> (words: [String], isCut: Bool) {
    func range(_ start: String) throws -> [String] {
      try rows(
        "SELECT part FROM search_words WHERE part >= $1 AND part < $2 LIMIT $3",
        [.text(start), .text(start + Self.last), .int(mostWords + 1)]
      ).map { $0.text(0) }
    }
    var found = try range("^" + text).map { String($0.dropFirst()) }
    if SearchWord.isLongPart(text) {
      found += try range(text).compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    guard found.count <= mostWords else { return ([text], true) }
    return (Set(found).sorted(), false)
  }

  /// Comes after every character.
  private static var last: String { "\u{10FFFF}" }

  /// Of several words, the one with the fewest checkouts, as far as a few show it; empty if one has none.
  private func rarest(_ groups: [[String]], _ bounds: CheckoutFilter.Bounds) throws -> [String] {
    guard groups.count > 1 else { return groups.first ?? [] }
    let counted = try groups.map { (words: $0, count: try newest(with: $0, bounds, limit: 100).count) }
    return counted.min { $0.count < $1.count }?.words ?? []
  }

  /// The checkouts whose id, or an id of the provider, begins with a text.
  private func ids(with text: String) throws -> ([String], isCut: Bool) {
    func ids(_ end: String) throws -> [String] {
      var found: [String] = []
      for start in Set([text, text.uppercased(), text.lowercased()]).sorted() {
        var values: [StatementValue] = [.text(start), .text(start + end), .int(mostWords + 1)]
        let references = try lookUp(references: "value >= $1 AND value < $2", limit: "$3", &values)
        found += try rows(
          """
          SELECT * FROM (SELECT id FROM checkouts WHERE id >= $1 AND id < $2 LIMIT $3) AS own
          UNION SELECT * FROM (\(references)) AS named
          """, values
        ).map { $0.text(0) }
      }
      return Set(found).sorted()
    }
    let found = try ids(Self.last)
    // No id has a control character: only the text itself is left.
    return found.count <= mostWords ? (found, false) : (try ids(" "), true)
  }
}

// MARK: Writing

extension DatabaseTransaction {
  /// Enters what has changed of a checkout's terms. Takes the last lock of a transaction.
  /// - Parameter old: Nil for a new checkout.
  package func index(_ new: CheckoutFile, insteadOf old: CheckoutFile?) throws {
    guard old.map({ new.searched != $0.searched }) ?? true else { return }
    let (present, former) = (SearchTerms(new), old.map { SearchTerms($0) } ?? SearchTerms())
    let added = present.all.subtracting(former.all)
    let removed = former.all.subtracting(present.all)
    let place: [StatementValue] = [.moment(new.checkout.createdAt), .text(new.checkout.id.text)]
    let words = former.words.subtracting(present.words)
    if !added.isEmpty || !words.isEmpty { try lockWords(toRemove: !words.isEmpty) }
    if !added.isEmpty {
      try run(
        """
        INSERT INTO search_postings (term, created_at, checkout)
        SELECT value, $2, $3 FROM \(Self.table(of: "$1")) WHERE true ORDER BY value ON CONFLICT DO NOTHING
        """, [.texts(added.sorted())] + place)
      try enter(words: present.words.subtracting(former.words))
    }
    guard !removed.isEmpty else { return }
    try run(
      "DELETE FROM search_postings WHERE term \(Self.isOne(of: "$1")) AND created_at = $2 AND checkout = $3",
      [.texts(removed.sorted())] + place)
    try remove(unused: words)
  }

  private func enter(words: Set<String>) throws {
    guard !words.isEmpty else { return }
    try run(
      """
      INSERT INTO search_words (part) SELECT value FROM \(Self.table(of: "$1")) WHERE true ORDER BY value
      ON CONFLICT DO NOTHING
      """, [.texts(words.flatMap(SearchWord.parts).sorted())])
  }

  /// Removes the words that no checkout has any more.
  private func remove(unused words: Set<String>) throws {
    guard !words.isEmpty else { return }
    let unused = try rows(
      """
      SELECT value FROM \(Self.table(of: "$1"))
      WHERE NOT EXISTS (SELECT 1 FROM search_postings WHERE term = value)
      """, [.texts(words.sorted())]
    ).flatMap { SearchWord.parts($0.text(0)) }
    if !unused.isEmpty {
      try run("DELETE FROM search_words WHERE part \(Self.isOne(of: "$1"))", [.texts(unused.sorted())])
    }
  }

  /// Enters all checkouts: those of a database that had no index. Unreadable ones stay without.
  package func indexAll() throws {
    var last = ""
    while true {
      let ids = try rows("SELECT id FROM checkouts WHERE id > $1 ORDER BY id LIMIT 500", [.text(last)]).map {
        $0.text(0)
      }
      guard let end = ids.last else { return }
      for id in ids {
        guard let file = try? self.file(CheckoutID(id)) else { continue }
        try index(file, insteadOf: nil)
        try list(file, insteadOf: nil)
      }
      last = end
    }
  }
}

extension SearchWord {
  /// The rows of a word: itself, and its ends.
  fileprivate static func parts(_ word: String) -> [String] {
    var parts = ["^" + word]
    var rest = word.unicodeScalars.dropFirst()
    while rest.count >= leastPart(rest) {
      parts.append("\(String(rest)) \(word)")
      rest = rest.dropFirst()
    }
    return parts
  }
}

extension CheckoutFile {
  /// The parts that the terms depend on. The terms are made again only if one has changed.
  fileprivate var searched: Searched {
    Searched(
      details: details, facts: buyerFacts, total: checkout.agreed?.total ?? checkout.quote?.total,
      operations: checkout.payment?.operations.count ?? 0, isLocked: roundTrips.isLocked, masksBuyer: masksBuyer)
  }

  fileprivate struct Searched: Equatable {
    let details: BuyerDetails?
    let facts: BuyerFacts?
    let total: Money?
    let operations: Int
    let isLocked: Bool
    let masksBuyer: Bool
  }
}
