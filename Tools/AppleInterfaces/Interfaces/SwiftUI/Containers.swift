public import Foundation

/// <https://developer.apple.com/documentation/swiftui/vstack> iOS 13.0
public struct VStack<Content: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)> iOS 13.0
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/hstack> iOS 13.0
public struct HStack<Content: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/hstack/init(alignment:spacing:content:)> iOS 13.0
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/horizontalalignment> iOS 13.0
public struct HorizontalAlignment: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/horizontalalignment/center> iOS 13.0
  public static var center: HorizontalAlignment { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/horizontalalignment/leading> iOS 13.0
  public static var leading: HorizontalAlignment { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/verticalalignment> iOS 13.0
public struct VerticalAlignment: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/verticalalignment/center> iOS 13.0
  public static var center: VerticalAlignment { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/spacer> iOS 13.0
public struct Spacer: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/spacer/init(minlength:)> iOS 13.0
  public init(minLength: CGFloat? = nil) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/scrollview> iOS 13.0
public struct ScrollView<Content: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/scrollview/init(_:showsindicators:content:)> iOS 13.0
  public init(@ViewBuilder content: () -> Content) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/list> iOS 13.0
public struct List<SelectionValue, Content: View>: Primitive {}

extension List where SelectionValue == Never {
  /// <https://developer.apple.com/documentation/swiftui/list/init(content:)> iOS 13.0
  public init(@ViewBuilder content: () -> Content) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/section> iOS 13.0
public struct Section<Parent: View, Content: View, Footer: View>: Primitive {}

extension Section where Parent == EmptyView, Footer == EmptyView {
  /// <https://developer.apple.com/documentation/swiftui/section/init(content:)> iOS 13.0
  public init(@ViewBuilder content: () -> Content) { undeclared() }
}

extension Section where Footer == EmptyView {
  /// <https://developer.apple.com/documentation/swiftui/section/init(content:header:)> iOS 13.0
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/foreach> iOS 13.0
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)> iOS 13.0
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/navigationstack> iOS 16.0
public struct NavigationStack<Data, Root: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)> iOS 16.0
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/navigationpath> iOS 16.0
public struct NavigationPath {}
