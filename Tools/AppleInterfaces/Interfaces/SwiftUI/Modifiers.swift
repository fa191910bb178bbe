public import Foundation
public import UIKit

extension View {
  /// <https://developer.apple.com/documentation/swiftui/view/padding(_:_:)> iOS 13.0
  public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)> iOS 13.0
  public nonisolated func frame(maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/font(_:)> iOS 13.0
  public nonisolated func font(_ font: Font?) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)> iOS 15.0
  public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/disabled(_:)> iOS 13.0
  public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)> iOS 14.0
  public nonisolated func navigationTitle(_ title: Text) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/scaledtofit()> iOS 13.0
  public nonisolated func scaledToFit() -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/multilinetextalignment(_:)> iOS 13.0
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:)> iOS 13.0
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)> iOS 13.0
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:)-ufdv> iOS 13.0
  public nonisolated func textContentType(_ textContentType: UITextContentType?) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/keyboardtype(_:)> iOS 13.0
  public nonisolated func keyboardType(_ type: UIKeyboardType) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/textinputautocapitalization(_:)> iOS 15.0
  public nonisolated func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/task(priority:_:)> iOS 15.0
  public nonisolated func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable @isolated(any) () async -> Void) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)> iOS 15.0
  public nonisolated func task<T: Equatable>(id value: T, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable @isolated(any) () async -> Void) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)> iOS 14.0
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/oncontinueuseractivity(_:perform:)> iOS 14.0
  public nonisolated func onContinueUserActivity(_ activityType: String, perform action: @escaping (NSUserActivity) -> Void) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/modifier(_:)> iOS 13.0
  public nonisolated func modifier<T: ViewModifier>(_ modifier: T) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)> iOS 14.0
  public nonisolated func accessibilityLabel(_ label: Text) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:)> iOS 14.0
  public nonisolated func accessibilityHint(_ hint: Text) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)> iOS 14.0
  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)> iOS 14.0
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)> iOS 13.0
  public nonisolated func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { EmptyView.any }
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityfocused(_:)> iOS 15.0
  public nonisolated func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View { EmptyView.any }
}

extension EmptyView {
  /// Not Apple's: some view.
  nonisolated static var any: EmptyView { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/edge> iOS 13.0
public enum Edge: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/edge/set> iOS 13.0
  public struct Set: Sendable {
    /// <https://developer.apple.com/documentation/swiftui/edge/set/all> iOS 13.0
    public static var all: Set { undeclared() }
    /// <https://developer.apple.com/documentation/swiftui/edge/set/vertical> iOS 13.0
    public static var vertical: Set { undeclared() }
  }
}

/// <https://developer.apple.com/documentation/swiftui/font> iOS 13.0
public struct Font: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/font/title2> iOS 14.0
  public static var title2: Font { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/font/headline> iOS 13.0
  public static var headline: Font { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/font/body> iOS 13.0
  public static var body: Font { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/font/footnote> iOS 13.0
  public static var footnote: Font { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/shapestyle> iOS 13.0
public protocol ShapeStyle: Sendable {}

/// <https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle> iOS 15.0
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  /// <https://developer.apple.com/documentation/swiftui/shapestyle/secondary> iOS 15.0
  public static var secondary: HierarchicalShapeStyle { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/textalignment> iOS 13.0
public enum TextAlignment: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/textalignment/center> iOS 13.0
  case center
}

/// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle> iOS 13.0
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

/// <https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle> iOS 15.0
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderedprominent> iOS 15.0
  public static var borderedProminent: BorderedProminentButtonStyle { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/borderedbuttonstyle> iOS 15.0
public struct BorderedButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/bordered> iOS 15.0
  public static var bordered: BorderedButtonStyle { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/plainbuttonstyle> iOS 13.0
public struct PlainButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/plain> iOS 13.0
  public static var plain: PlainButtonStyle { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/accessibilitytraits> iOS 13.0
public struct AccessibilityTraits: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/accessibilitytraits/isheader> iOS 13.0
  public static var isHeader: AccessibilityTraits { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior> iOS 13.0
public struct AccessibilityChildBehavior: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/ignore> iOS 13.0
  public static var ignore: AccessibilityChildBehavior { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/combine> iOS 13.0
  public static var combine: AccessibilityChildBehavior { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/viewmodifier> iOS 13.0
@MainActor @preconcurrency public protocol ViewModifier {
  /// <https://developer.apple.com/documentation/swiftui/viewmodifier/body-swift.associatedtype> iOS 13.0
  associatedtype Body: View
  /// <https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)> iOS 13.0
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  /// <https://developer.apple.com/documentation/swiftui/viewmodifier/content> iOS 13.0
  typealias Content = _ViewModifier_Content<Self>
}

/// <https://developer.apple.com/documentation/swiftui/viewmodifier/content> iOS 13.0
public struct _ViewModifier_Content<Modifier: ViewModifier>: Primitive {}
