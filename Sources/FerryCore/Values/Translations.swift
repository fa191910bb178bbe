/// A value in each language: a module's texts, or the name of a thing. A language without one does not compile.
public struct Translations<Value: Sendable>: Sendable {
  private let english, japanese, spanish, swedish: Value

  public init(english: Value, japanese: Value, spanish: Value, swedish: Value) {
    self.english = english
    self.japanese = japanese
    self.spanish = spanish
    self.swedish = swedish
  }

  public subscript(language: Language) -> Value {
    switch language {
    case .english: english
    case .japanese: japanese
    case .spanish: spanish
    case .swedish: swedish
    }
  }
}

/// A module's texts in one language, by their names in its catalogue: `texts.refund`. A catalogue is a structure with a
/// property for each text; this keeps it in one place, because it is large.
@dynamicMemberLookup
public final class Texts<Catalogue: Sendable>: Sendable {
  private let catalogue: Catalogue

  public init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  public subscript<Text>(dynamicMember name: KeyPath<Catalogue, Text>) -> Text { catalogue[keyPath: name] }
}

/// A text that names something, in one language.
public typealias TextOf<Argument> = @Sendable (_ argument: Argument) -> String

/// The text of a message: what happened, and what to do next.
public struct TitledText: Encodable, Hashable, Sendable {
  public let title: String
  public let advice: String

  public init(_ title: String, _ advice: String) {
    self.title = title
    self.advice = advice
  }
}
