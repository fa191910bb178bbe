/// <https://developer.apple.com/documentation/swiftui/app> iOS 14.0
@MainActor @preconcurrency public protocol App {
  /// <https://developer.apple.com/documentation/swiftui/app/body-swift.associatedtype> iOS 14.0
  associatedtype Body: Scene
  /// <https://developer.apple.com/documentation/swiftui/app/body-swift.property> iOS 14.0
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  /// <https://developer.apple.com/documentation/swiftui/app/init()> iOS 14.0
  @MainActor @preconcurrency init()
}

extension App {
  /// <https://developer.apple.com/documentation/swiftui/app/main()> iOS 14.0
  public static func main() { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/scene> iOS 14.0
@MainActor @preconcurrency public protocol Scene {}

/// <https://developer.apple.com/documentation/swiftui/windowgroup> iOS 14.0
public struct WindowGroup<Content: View>: Scene {
  /// <https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)> iOS 14.0
  public init(@ViewBuilder content: () -> Content) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/scenebuilder> iOS 14.0
@resultBuilder public struct SceneBuilder {
  /// <https://developer.apple.com/documentation/swiftui/scenebuilder/buildblock(_:)> iOS 14.0
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { undeclared() }
}
