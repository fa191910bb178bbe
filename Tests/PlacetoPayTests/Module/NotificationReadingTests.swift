import FerryCore
import FerryProvider
import HTTPTypes
import PlacetoPay
import PlacetoPayModule
import Testing

@Suite("PlacetoPay: notifications in the engine")
struct NotificationReadingTests {
  private func provider(secret: String = "siteSecretKey", acceptsSHA1: Bool = false) throws -> PlacetoPayProvider {
    PlacetoPayProvider(try .sample(secretKey: secret, acceptsSHA1: acceptsSHA1), .init(country: "CO"))
  }

  private static let sha256 = "sha256:97c40fef1ed74b710a6837d8014f931d41c7caeac333bffa4dc75ed178a6b0e3"
  private static let sha1 = "9f83f1efc8ace00aaca07b8750df1e261b95a1ab"

  private func notification(_ signature: String = sha256, status: String = "APPROVED") -> IncomingNotification {
    let body = """
      {"status": {"status": "\(status)", "reason": "00", "message": "m", "date": "2019-01-01T12:00:00-05:00"},
      "requestId": 1234, "reference": "ORDER-1", "signature": "\(signature)"}
      """
    return IncomingNotification(headers: [:], body: Array(body.utf8), receivedAt: .sample)
  }

  private func refusal(
    of notification: IncomingNotification, by provider: PlacetoPayProvider
  ) async -> NotificationRefusal? {
    do throws(NotificationRefusal) {
      _ = try await provider.read(notification)
      return nil
    } catch {
      return error
    }
  }

  @Test("A genuine notification is a question about its session")
  func genuine() async throws {
    let read = try await provider().read(notification())
    #expect(
      read
        == .read(
          ProviderNotification(
            sender: .authenticated, meaning: .change("APPROVED"), messageID: "1234APPROVED2019-01-01T12:00:00-05:00",
            references: [ProviderReference("session", "1234")])))
    #expect(try provider().notificationRules?.receipt == "")
  }

  @Test("The SHA-1 signature counts only for an account that accepts it, and the log says so")
  func oldSignature() async throws {
    let old = notification(Self.sha1)
    #expect(await refusal(of: old, by: try provider(acceptsSHA1: true)) == nil)
    let strict = try provider()
    #expect(await refusal(of: old, by: strict) == .unauthenticated)
    #expect(strict.remark(on: old, refused: .unauthenticated)?.contains("SHA-1") == true)
  }

  @Test("A notification of another site, without a signature, or with a changed signed byte is refused")
  func foreign() async throws {
    let other = try provider(secret: "anotherSecretKey")
    #expect(await refusal(of: notification(), by: other) == .unauthenticated)
    let remark = try #require(other.remark(on: notification(), refused: .unauthenticated))
    #expect(remark.contains("not signed by this account's site") && !remark.contains("anotherSecretKey"))
    let provider = try provider()
    for signature in ["", "sha256:", "md5:97c40fef", Self.sha256.uppercased(), String(Self.sha256.dropLast())] {
      #expect(await refusal(of: notification(signature), by: provider) == .unauthenticated, "\(signature)")
    }
    #expect(await refusal(of: notification(status: "REJECTED"), by: provider) == .unauthenticated)
    let genuine = try await provider.read(notification())
    for index in notification().body.indices {
      var changed = notification()
      changed.body[index] ^= 1
      guard await refusal(of: changed, by: provider) == nil else { continue }
      #expect(try await provider.read(changed) == genuine, "Byte \(index) changes what is believed.")
    }
  }

  @Test(
    "What cannot be read is malformed",
    arguments: ["", "null", "[]", "{}", "{\"status\": 1}", "<html>", "{\"requestId\": 1234}"])
  func malformed(_ body: String) async throws {
    let notification = IncomingNotification(headers: [:], body: Array(body.utf8), receivedAt: .sample)
    #expect(await refusal(of: notification, by: try provider()) == .malformed)
  }

  @Test("A notification of a recurring charge is refused, and the log says so")
  func recurring() async throws {
    let body = """
      {"status": {"status": "APPROVED", "date": "2019-01-01T12:00:00-05:00"}, "internalReference": 1598634446,
      "recurring": {"tries": 1, "enabled": 1}, "signature": "13d158d1f6994ffd0492aef07dd941d48f0e4eba"}
      """
    let notification = IncomingNotification(headers: [:], body: Array(body.utf8), receivedAt: .sample)
    let provider = try provider()
    #expect(await refusal(of: notification, by: provider) == .unauthenticated)
    #expect(provider.remark(on: notification, refused: .unauthenticated)?.contains("recurring") == true)
  }
}
