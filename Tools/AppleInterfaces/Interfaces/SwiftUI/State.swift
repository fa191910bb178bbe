/// <https://developer.apple.com/documentation/swiftui/state> iOS 13.0
@propertyWrapper public struct State<Value> {
  /// <https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)> iOS 13.0
  public init(wrappedValue value: Value) { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/state/wrappedvalue> iOS 13.0
  public var wrappedValue: Value {
    get { undeclared() }
    nonmutating set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/swiftui/state/projectedvalue> iOS 13.0
  public var projectedValue: Binding<Value> { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/binding> iOS 13.0
@dynamicMemberLookup public struct Binding<Value> {
  /// <https://developer.apple.com/documentation/swiftui/binding/wrappedvalue> iOS 13.0
  public var wrappedValue: Value {
    get { undeclared() }
    nonmutating set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/swiftui/binding/subscript(dynamicmember:)> iOS 13.0
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/accessibilityfocusstate> iOS 15.0
@propertyWrapper public struct AccessibilityFocusState<Value: Hashable> {
  /// <https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/init()> iOS 15.0
  public init() where Value == Bool { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/wrappedvalue> iOS 15.0
  public var wrappedValue: Value {
    get { undeclared() }
    nonmutating set { undeclared() }
  }
  /// <https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/projectedvalue> iOS 15.0
  public var projectedValue: Binding { undeclared() }

  /// <https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/binding> iOS 15.0
  public struct Binding {}
}

/// <https://developer.apple.com/documentation/swiftui/environment> iOS 13.0
@propertyWrapper public struct Environment<Value> {
  /// <https://developer.apple.com/documentation/swiftui/environment/init(_:)> iOS 13.0
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/environment/wrappedvalue> iOS 13.0
  public var wrappedValue: Value { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/environmentvalues> iOS 13.0
public struct EnvironmentValues {
  /// <https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase> iOS 14.0
  public var scenePhase: ScenePhase { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/scenephase> iOS 14.0
public enum ScenePhase: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/scenephase/active> iOS 14.0
  case active
}
