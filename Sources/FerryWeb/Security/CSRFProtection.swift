public import Crypto
public import FerryCore
import Foundation

/// Prevents other sites from submitting our forms. Each form carries a token that only this server can make: HMAC-SHA256
/// over the id of the browser's session.
public struct CSRFProtection: Sendable {
  /// The name of the form's field.
  public static let fieldName = "csrf"

  private let key: Secret<SymmetricKey>

  /// - Parameter key: At least 32 random bytes; the same for all instances of the server and across restarts.
  public init(key: Secret<SymmetricKey>) { self.key = key }

  public func token(session: String) -> String { Base64URL.encode(code(session: session)) }

  /// The hidden input that a form carries.
  public func input(session: String) -> HTML {
    #"<input type="hidden" name="csrf" value="\#(token(session: session))">"#
  }

  /// - Throws: `Problem.foreignForm` unless the form carries the session's token.
  public func check(_ form: Fields, session: String) throws(Problem) {
    guard let token = form[Self.fieldName].flatMap(Base64URL.decode),
      equalInConstantTime(token, Array(code(session: session)))
    else { throw Problem.foreignForm }
  }

  private func code(session: String) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(for: Data("ferry csrf 1\0\(session)".utf8), using: key.reveal())
  }
}

extension Problem {
  /// A form does not carry the token of its browser's session.
  public static let foreignForm = Problem(
    .forbidden, "The form does not belong to this session; load the page again.")
}
