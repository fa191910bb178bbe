/// <https://developer.apple.com/documentation/swiftui/view> iOS 13.0
@MainActor @preconcurrency public protocol View {
  /// <https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype> iOS 13.0
  associatedtype Body: View
  /// <https://developer.apple.com/documentation/swiftui/view/body-8kl5o> iOS 13.0
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// <https://developer.apple.com/documentation/swiftui/view/body-8kl5o> iOS 13.0
  public var body: Never { undeclared() }
}

/// Not Apple's: stands for the views that are built of nothing that could be seen.
@MainActor @preconcurrency public protocol Primitive: View where Body == Never {}

extension Primitive {
  /// <https://developer.apple.com/documentation/swiftui/view/body-8kl5o> iOS 13.0
  public var body: Never { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/emptyview> iOS 13.0
public struct EmptyView: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/emptyview/init()> iOS 13.0
  public init() { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/tupleview> iOS 13.0
public struct TupleView<T>: Primitive {}

/// <https://developer.apple.com/documentation/swiftui/viewbuilder> iOS 13.0
@resultBuilder public struct ViewBuilder {
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)> iOS 13.0
  public static func buildExpression<Content: View>(_ content: Content) -> Content { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock()> iOS 13.0
  public static func buildBlock() -> EmptyView { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)> iOS 13.0
  public static func buildBlock<Content: View>(_ content: Content) -> Content { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:_:)> iOS 13.0
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)> iOS 13.0
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)> iOS 13.0
  public static func buildEither<TrueContent: View, FalseContent: View>(first: TrueContent) -> _ConditionalContent<TrueContent, FalseContent> { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)> iOS 13.0
  public static func buildEither<TrueContent: View, FalseContent: View>(second: FalseContent) -> _ConditionalContent<TrueContent, FalseContent> { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)> iOS 13.0
public struct _ConditionalContent<TrueContent, FalseContent>: Primitive {}

extension Optional: View where Wrapped: View {
  /// <https://developer.apple.com/documentation/swiftui/view/body-8kl5o> iOS 13.0
  public var body: Never { undeclared() }
}
