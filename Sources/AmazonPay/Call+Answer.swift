public import FerryHTTP
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayCall {
  /// Decodes the requested object from an answer.
  /// - Throws: `AmazonPayFailure`, also for a success that cannot be decoded or is about another object.
  public func object<Object: AmazonPayObject>(
    _ type: Object.Type = Object.self, in answer: ProviderAnswer
  ) throws(AmazonPayFailure) -> Object {
    // An untyped answer may be empty.
    let isBare = answer.body.isEmpty && Object.self == UntypedAnswer.self
    guard
      answer.status.kind == .successful,
      let object = try? JSONDecoder().decode(Object.self, from: isBare ? Data("{}".utf8) : Data(answer.body)),
      object.answers(self)
    else { throw AmazonPayFailure(answer, to: self) }
    return object
  }
}

/// An object in an answer.
public protocol AmazonPayObject: Decodable, Sendable {
  /// Returns true if this is the object that the call asked for.
  func answers(_ call: AmazonPayCall) -> Bool
}

extension UntypedAnswer: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { true }
}
