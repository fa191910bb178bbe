public import Foundation
public import UIKit

/// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable> iOS 13.0
@MainActor @preconcurrency public protocol UIViewRepresentable: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/uiviewtype> iOS 13.0
  associatedtype UIViewType: UIView
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/coordinator> iOS 13.0
  associatedtype Coordinator = Void
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/makeuiview(context:)> iOS 13.0
  func makeUIView(context: Context) -> UIViewType
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/updateuiview(_:context:)> iOS 13.0
  func updateUIView(_ uiView: UIViewType, context: Context)
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/makecoordinator()> iOS 13.0
  func makeCoordinator() -> Coordinator
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/context> iOS 13.0
  typealias Context = UIViewRepresentableContext<Self>
}

extension UIViewRepresentable where Coordinator == Void {
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentable/makecoordinator()-4ghjb> iOS 13.0
  public func makeCoordinator() -> Coordinator { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/uiviewrepresentablecontext> iOS 13.0
@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  /// <https://developer.apple.com/documentation/swiftui/uiviewrepresentablecontext/coordinator> iOS 13.0
  public let coordinator: Representable.Coordinator
}

/// <https://developer.apple.com/documentation/swiftui/uihostingcontroller> iOS 13.0
open class UIHostingController<Content: View>: UIViewController {
  /// <https://developer.apple.com/documentation/swiftui/uihostingcontroller/init(rootview:)> iOS 13.0
  public init(rootView: Content) { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/uihostingcontroller/init(coder:)> iOS 13.0
  public required init?(coder: NSCoder) { undeclared() }
}
