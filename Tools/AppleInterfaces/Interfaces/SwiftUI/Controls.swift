/// <https://developer.apple.com/documentation/swiftui/text> iOS 13.0
public struct Text: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/text/init(verbatim:)> iOS 13.0
  public init(verbatim content: String) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/image> iOS 13.0
public struct Image: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/image/init(systemname:)> iOS 13.0
  public init(systemName: String) { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/image/resizable(capinsets:resizingmode:)> iOS 13.0
  public func resizable() -> Image { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/progressview> iOS 14.0
public struct ProgressView: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/progressview/init()> iOS 14.0
  public init() { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/button> iOS 13.0
public struct Button<Label: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/button/init(action:label:)> iOS 13.0
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/stepper> iOS 13.0
public struct Stepper<Label: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/stepper/init(value:in:step:label:oneditingchanged:)> iOS 13.0
  public init<V: Strideable>(value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/picker> iOS 13.0
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/picker/init(selection:content:label:)> iOS 13.0
  public init(selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/textfield> iOS 13.0
public struct TextField<Label: View>: Primitive {
  /// <https://developer.apple.com/documentation/swiftui/textfield/init(text:prompt:label:)> iOS 15.0
  public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) { undeclared() }
}

/// <https://developer.apple.com/documentation/swiftui/textinputautocapitalization> iOS 15.0
public struct TextInputAutocapitalization: Sendable {
  /// <https://developer.apple.com/documentation/swiftui/textinputautocapitalization/never> iOS 15.0
  public static var never: TextInputAutocapitalization { undeclared() }
  /// <https://developer.apple.com/documentation/swiftui/textinputautocapitalization/words> iOS 15.0
  public static var words: TextInputAutocapitalization { undeclared() }
}
