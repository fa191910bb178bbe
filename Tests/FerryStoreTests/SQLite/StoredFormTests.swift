import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import Foundation
import GRDB
import Testing

@testable import FerrySQLite

/// The form of a database file. Once released, a fixture is never changed: a new form gets a new one, and the old ones are
/// still read.
@Suite("Stored forms")
struct StoredFormTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  private static func fixture(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The fixtures, one for each kind of checkout.
  enum Content: String, CaseIterable {
    case everything
    case app
    case browser
    case disputed

    /// The rows as this version writes them.
    var fixture: String { "\(rawValue).sql" }
    /// The rows as versions with one rate for each order wrote them.
    var earlierFixture: String { "\(rawValue)-1.sql" }
    /// The last change of the schema that the rows of a file to be opened were written in.
    var schema: String { self == .disputed ? "8 evidence" : "2 counts" }

    var checkout: CheckoutID {
      switch self {
      case .everything: "one"
      case .app: "app"
      case .browser: "browser"
      case .disputed: "disputed"
      }
    }

    func write(into store: some Store) async throws {
      switch self {
      case .everything: try await StoredForms.write(into: store)
      case .app: try await StoredForms.writeApp(into: store)
      case .browser: try await StoredForms.writeBrowser(into: store)
      case .disputed: try await StoredForms.writeDisputed(into: store)
      }
    }
  }

  /// Opens a database with a fixture in it, in the schema that the fixture was written in.
  private func opening(_ content: Content, _ work: (SQLiteStore) async throws -> Void) async throws {
    let rows = try Self.fixture(content == .disputed ? content.fixture : content.earlierFixture)
    try await withEarlierForm(rows, content.schema) { try await SQLiteStore(path: $0).running(work) }
  }

  /// - Parameter statements: Rows for a database in the schema before the search, or another one.
  private func withEarlierForm(
    _ statements: String, _ schema: String = "2 counts", _ work: (_ path: String) async throws -> Void
  ) async throws {
    try await withDatabasePath { path in
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      let file = try DatabaseQueue(path: path)
      try DatabaseMigrator.ferry.migrate(file, upTo: schema)
      try await file.write { try $0.execute(sql: statements) }
      try file.close()
      try await work(path)
    }
  }

  @Test("Everything is written in the form of the latest fixture, to the letter", arguments: Content.allCases)
  func written(_ content: Content) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { try await content.write(into: $0) }
      let text = try await DatabaseQueue(path: path).read { try StoredForms.statements(of: $0) }
      // For a new form: run once with FERRY_WRITE_FIXTURES=1, and look at what has changed.
      if ProcessInfo.processInfo.environment["FERRY_WRITE_FIXTURES"] == "1" {
        try Data(text.utf8).write(to: Self.folder.appending(path: content.fixture))
      }
      #expect(text == (try Self.fixture(content.fixture)), "The stored form of \(content) differs from its fixture.")
    }
  }

  @Test("A fixture is read completely", arguments: Content.allCases)
  func read(_ content: Content) async throws {
    try await opening(content) { store in
      let known = MemoryStore()
      try await content.write(into: known)
      let id = content.checkout
      #expect(try await store.file(id) == known.file(id))
      #expect(try await store.log(id, after: 0, limit: 100) == known.log(id, after: 0, limit: 100))
      #expect(try await store.ledger(id) == known.ledger(id))
      for command in 1...99 {
        #expect(try await store.evidence(id, of: command) == known.evidence(id, of: command))
      }
    }
  }

  @Test("The checkout of an app is locked, is found by its latest token, and counts its restarts")
  func app() async throws {
    try await opening(.app) { store in
      let file = try #require(try await store.file("app"))
      #expect(file.roundTrips.isLocked)
      #expect(file.roundTrips.knows(clientToken: "token-2"))
      #expect(file.checkout.discarded == 1)
    }
  }

  @Test("The checkout is locked once its browser has returned")
  func browser() async throws {
    try await opening(.browser) { store in
      let file = try #require(try await store.file("browser"))
      #expect(file.roundTrips.isLocked)
    }
  }

  @Test("A checkout is found by reference and key, and continues")
  func continued() async throws {
    try await opening(.everything) { store in
      #expect(try await store.checkout(SampleAttempt.account, reference: .sample("S-1")) == "one")
      #expect(try await SampleAttempt("two").open(in: store, key: StoredForms.key) == .replayed("one"))
      try await store.update("one") { file, change in
        _ = try file.checkout.receive(.recheckRequested, at: SampleAttempt.start + .seconds(60), for: &file.order)
        #expect(change.countReference() == 3, "The fixture has counted two references.")
      }
    }
  }

  @Test(
    "A file of an earlier schema is listed and searched as soon as it is opened, and a reader says what it waits for")
  func firstSchema() async throws {
    let payment = """
      INSERT INTO payments (checkout, shop, mode, created_at, is_capturable, is_pending)
      SELECT id, 'books', mode, created_at, 0, 1 FROM checkouts;
      """
    try await withEarlierForm(Self.fixture(Content.everything.earlierFixture) + payment) { path in
      #expect(throws: SQLiteStoreError.outdated(path)) { try SQLiteReader(path: path) }
      #expect(SQLiteStoreError.outdated(path).description.contains("Start the server of this version once"))
      let store = try SQLiteStore(path: path)
      func ids(_ filter: CheckoutFilter) async throws -> [CheckoutID] {
        try await store.checkouts(filter, limit: 9).map(\.checkout.id)
      }
      #expect(
        try await ids(CheckoutFilter(shop: "books", mode: .test, provider: "amazon-pay", phases: [.paid])) == ["one"])
      #expect(try await ids(CheckoutFilter(payment: .pending)) == ["one"])
      #expect(try await ids(CheckoutFilter(payment: .capturable)) == [])
      for text in ["one", "ref-one", "F-order-one-test", "S-1", "C-1", "Taro@example.com"] {
        let query = try #require(SearchQuery(text))
        #expect(try await store.find(query, CheckoutFilter(), limit: 9).files.map(\.checkout.id) == ["one"], "\(text)")
      }
      #expect(try await SQLiteReader(path: path).checkouts(CheckoutFilter(), limit: 9).count == 1)
      try await store.running { store in
        try await store.update("one") { file, _ in
          let report = DisputeReport("D-1", state: .needsResponse)
          _ = try file.checkout.receive(.recordDispute(report), at: SampleAttempt.start, for: &file.order)
        }
      }
      for filter in [CheckoutFilter(payment: [.disputed, .pending]), CheckoutFilter()] {
        #expect(try await ids(filter) == ["one"], "A disputed checkout is listed once.")
      }
    }
  }

  @Test("Notifications are read completely")
  func notifications() async throws {
    try await opening(.everything) { store in
      let known = MemoryStore()
      try await StoredForms.write(into: known)
      for number in 1...4 as ClosedRange<InboxNumber> {
        #expect(try await store.notification(number) == known.notification(number))
      }
    }
  }

  @Test("Notices of disputes have one word, whatever the provider's was when they were stored")
  func notices() async throws {
    let notice = "UPDATE inbox_references SET kind = 'chargeback';"
    try await withEarlierForm(Self.fixture(Content.everything.earlierFixture) + notice) { path in
      let store = try SQLiteStore(path: path)
      let references = try await store.notification(1)?.references ?? []
      #expect(!references.isEmpty && references.allSatisfy { $0.kind == ProviderReference.disputeKind })
    }
  }

  @Test("A database of an earlier build is refused, with its name and the remedy, and stays unchanged")
  func earlierBuild() async throws {
    try await withDatabasePath { path in
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      let old = try DatabaseQueue(path: path)
      try await old.write { database in
        try database.execute(
          sql: """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('1 checkouts'), ('2 held checkouts');
            CREATE TABLE checkouts (id TEXT NOT NULL PRIMARY KEY);
            """)
      }
      try old.close()
      for opening in [{ _ = try SQLiteStore(path: path) }, { _ = try SQLiteReader(path: path) }] {
        let error = #expect(throws: SQLiteStoreError.self) { try opening() }
        #expect(error == .earlier(path))
        #expect(error?.description.contains("\(path)") == true)
        #expect(error?.description.contains("ferry store create") == true)
      }
      let tables = try await DatabaseQueue(path: path).read { database in
        try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      }
      #expect(tables == ["checkouts", "grdb_migrations"])
    }
  }

  @Test("Held checkouts are counted by an index")
  func heldCheckouts() async throws {
    try await withDatabasePath { path in
      _ = try SQLiteStore(path: path)
      try await DatabaseQueue(path: path).read { database in
        let plan = try Row.fetchAll(
          database,
          sql:
            "EXPLAIN QUERY PLAN SELECT provider, account, mode, count(*) FROM checkouts WHERE phase = 'held' GROUP BY 1"
        )
        #expect(plan.contains { ($0["detail"] as String).contains("held_checkouts") })
      }
    }
  }
}

/// Checkouts that together have every stored value.
enum StoredForms {
  static let key = CreationKey(key: "key-1", digest: "digest-1")

  static func write(into store: some Store) async throws {
    try await SampleAttempt("one").open(in: store, key: key, change: created) { file in
      for (index, step) in [RoundTrips.Step.select, .change(.address), .change(.payment), .pay].enumerated() {
        file.roundTrips.issue("ticket-\(index)", for: step, at: SampleAttempt.start)
      }
    }
    try await store.update("one") { file, change in
      _ = try file.roundTrips.spend(
        "ticket-0", browser: nil, fresh: "cookie", nonce: "n", mayRestart: false, at: SampleAttempt.start)
      change.ledger = try file.pay(charge: "C-1")
      let refund = try file.checkout.receive(
        .refund("refund-1", .yen(1000)), at: SampleAttempt.start + .seconds(5), for: &file.order)
      change.ledger += refund.ledger
      change.references = [.sample("S-1"), .sample("C-1")]
      for number in 1...2 as ClosedRange<Int64> { #expect(change.countReference() == number) }
      file.remember(
        ProviderReturnURLs(
          select: "https://shop.example/select", pay: "https://shop.example/pay",
          cancel: "https://shop.example/cancel"))
      change.log = [
        LogEntry(at: SampleAttempt.start, .call("settle/charge", result: "answered", milliseconds: 321)),
        LogEntry(at: SampleAttempt.start, .money(.capture, .yen(4400))),
        LogEntry(at: SampleAttempt.start + .seconds(5), .remark("A remark.")),
      ]
      file.record = Array(#"{"opaque":1}"#.utf8)
      file.details = BuyerDetails(
        buyer: BuyerBody(name: "山田 太郎", email: "taro@example.com", phone: nil),
        shippingAddress: AddressBody(
          name: "山田 太郎", lines: ["丸の内1-1-1", "2F"], city: "千代田区", region: "東京都", postalCode: "100-0005",
          country: "JP", phone: "0312345678"),
        paymentDescriptor: "Visa ****1111", lastDigits: "1111")
      file.buyerFacts = BuyerFacts(
        ipAddress: "192.0.2.7", userAgent: "Browser/1", documentType: "CC", document: "1040035097", name: "Taro",
        surname: "Yamada", email: "taro@example.com", mobile: "0312345678")
      file.outstanding = commands(of: file.checkout)
    }
    try await writeInbox(into: store)
  }

  private static func writeInbox(into store: some Store) async throws {
    func entry(_ identity: String, _ references: [ProviderReference], isSigned: Bool = true) -> InboxEntry {
      InboxEntry(
        account: SampleAttempt.account, identity: identity, isAuthenticated: isSigned, kind: "CHARGE",
        isRecognised: identity != "id:m-3", references: references, body: isSigned ? Array("raw".utf8) : nil,
        receivedAt: SampleAttempt.start)
    }
    let (start, later) = (SampleAttempt.start, SampleAttempt.start + .seconds(60))
    _ = try await store.accept(entry("id:m-1", [.sample("C-1"), .sample("S-1")]), limits: InboxLimits())
    _ = try await store.accept(entry("hint:sample:C-1", [.sample("C-1")], isSigned: false), limits: InboxLimits())
    _ = try await store.accept(entry("id:m-3", [.sample("C-9")]), limits: InboxLimits())
    _ = try await store.accept(entry("sha256:abc", [.sample("C-8")]), limits: InboxLimits())
    try await store.update("one") { _, change in
      change.notifications = [.handled(1, at: start), .postponed(2, until: later)]
    }
    _ = try await store.leaveUnmatched(3, until: later, at: start)
    _ = try await store.leaveUnmatched(4, until: nil, at: start)
  }

  /// A checkout of an app that was restarted in a second browser, and has returned from there.
  static func writeApp(into store: some Store) async throws {
    let app = AppBody(id: "shop-ios", challenge: try #require(Challenge(text: challenge)), review: .browser)
    let now = SampleAttempt.start
    try await SampleAttempt("app", app: app).open(in: store, change: created) { file in
      for token in ["token-1", "token-2"] { file.roundTrips.issue(clientToken: token) }
      for ticket in ["first", "second"] { file.roundTrips.issue(ticket, for: .select, at: now) }
    }
    try await store.update("app") { file, _ in
      _ = try file.roundTrips.spend("first", browser: nil, fresh: "one", nonce: "n", mayRestart: true, at: now)
      _ = try file.checkout.receive(.returned(session: "S-1"), at: now, for: &file.order)
      file.roundTrips.comeBack("code-1", isSelection: true, at: now)
      file.roundTrips.issue("back", for: nil, at: now)
      _ = try file.roundTrips.spend("back", browser: nil, fresh: "two", nonce: "nonce-2", mayRestart: true, at: now)
      _ = try file.checkout.receive(.restarted, at: now, for: &file.order)
      _ = try file.checkout.receive(.returned(session: "S-2"), at: now, for: &file.order)
      file.roundTrips.comeBack("code-2", isSelection: true, at: now)
      file.roundTrips.issue("again", for: nil, at: now)
    }
  }

  /// A checkout in a browser that returned, was claimed, and has returned from a change.
  static func writeBrowser(into store: some Store) async throws {
    let now = SampleAttempt.start
    try await SampleAttempt("browser").open(in: store, change: created) { file in
      file.roundTrips.issue("first", for: .select, at: now)
    }
    try await store.update("browser") { file, _ in
      _ = try file.roundTrips.spend("first", browser: nil, fresh: "jar", nonce: "n", mayRestart: true, at: now)
      try file.roundTrips.recognise("jar")
      file.roundTrips.comeBack("code-1", isSelection: true, at: now)
      _ = try file.roundTrips.claim("code-1", at: now)
      file.roundTrips.issue("second", for: .change(.address), at: now)
      _ = try file.roundTrips.spend("second", browser: "jar", fresh: "x", nonce: "n", mayRestart: false, at: now)
      file.roundTrips.comeBack("code-2", isSelection: true, at: now)
    }
  }

  /// A payment with a dispute that the provider tells of, whose second answer is being sent, and one that a person has recorded.
  static func writeDisputed(into store: some Store) async throws {
    let now = SampleAttempt.start
    let evidence = [
      Evidence(EvidencePart(.trackingNumber), Array("1Z".utf8)), Evidence(EvidencePart(.receipt, .pdf), [0, 255]),
    ]
    try await SampleAttempt("disputed").open(in: store, change: created)
    try await store.update("disputed") { file, change in
      change.ledger = try file.pay(charge: "C-D")
      func receive(_ event: Event) throws {
        let decision = try file.checkout.receive(event, at: now, for: &file.order)
        change.ledger += decision.ledger
        file.outstanding = decision.commands.map { StoredCommand(checkout: file.checkout, command: $0, at: now) }
      }
      let report = DisputeReport(
        "D-1", state: .needsResponse, reason: .notReceived, amount: .yen(1000), openedAt: now, respondBy: now,
        changedAt: now)
      try receive(.recordDispute(DisputeReport("case", state: .lost, amount: .yen(7)), from: .report))
      try receive(.disputeNoticed("D-1"))
      try receive(.performed(file.checkout.lastCommand, .observed(Observation(disputes: [report]))))
      for id in ["a", "b"] as [OperationID] {
        try receive(.answerDispute("D-1", id, digest: "digest", evidence.map(\.part)))
        if id == "a" { try receive(.performed(file.checkout.lastCommand, .rejected(.notAllowed))) }
        if id == "a" { try receive(.performed(file.checkout.lastCommand, .observed(Observation(disputes: [report])))) }
      }
      change.evidence = evidence
    }
  }

  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  private static var created: Change {
    var change = Change()
    change.log = [LogEntry(at: SampleAttempt.start, .event("created", phase: "open"))]
    return change
  }

  private static func commands(of checkout: Checkout) -> [StoredCommand] {
    let kinds: [Command.Kind] = [
      .read, .authorize(.yen(4400)), .settle(.yen(4400)), .capture("capture-1", .yen(4400)),
      .void("void-1"), .refund("refund-1", .yen(1000)), .cancel,
    ]
    var commands = kinds.enumerated().map { index, kind in
      StoredCommand(
        checkout: checkout, command: Command(number: index + 1, kind: kind), at: SampleAttempt.start + .seconds(index))
    }
    commands[3].stage = "charge"
    commands[3].attempts = 2
    commands[3].request = request(.safe)
    commands[6].isStarted = true
    commands[6].request = request(.inquireFirst(stage: "inquiry"))
    return commands
  }

  private static func request(_ repetition: ProviderRequest.Repetition) -> ProviderRequest {
    ProviderRequest(
      call: "createRefund C-1", method: "POST", url: "https://provider.example/v2/refunds",
      headers: [.init("accept", "application/json")],
      content: Array(#"{"amount":"1000"}"#.utf8), repetition: repetition, timeout: .seconds(30))
  }

  private static let tables = [
    "orders", "checkouts", "buyer_details", "provider_references", "reference_numbers", "commands", "log", "ledger",
    "creation_keys",
    "inbox", "inbox_references", "evidence",
  ]

  /// Statements that insert all rows again, a column a line.
  static func statements(of database: Database, _ tables: [String] = tables) throws -> String {
    var text = ""
    for table in tables {
      // Without generated columns.
      let columns = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
      let quoted = columns.map { "quote(\($0))" }.joined(separator: ", ")
      let order = columns.indices.prefix(5).map { "\($0 + 1)" }.joined(separator: ", ")
      for row in try Row.fetchAll(database, sql: "SELECT \(quoted) FROM \(table) ORDER BY \(order)") {
        let values = columns.indices.map { "  \(row[$0] as String)" }
        text += "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\n"
        text += values.joined(separator: ",\n") + ");\n"
      }
    }
    return text
  }
}
