/// <https://developer.apple.com/documentation/uikit/uitextcontenttype> iOS 10.0
public struct UITextContentType: Hashable, Sendable {
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/givenname> iOS 10.0
  public static let givenName = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/familyname> iOS 10.0
  public static let familyName = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/emailaddress> iOS 10.0
  public static let emailAddress = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/telephonenumber> iOS 10.0
  public static let telephoneNumber = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/fullstreetaddress> iOS 10.0
  public static let fullStreetAddress = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/addresscity> iOS 10.0
  public static let addressCity = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/addressstate> iOS 10.0
  public static let addressState = UITextContentType()
  /// <https://developer.apple.com/documentation/uikit/uitextcontenttype/postalcode> iOS 10.0
  public static let postalCode = UITextContentType()
}

/// <https://developer.apple.com/documentation/uikit/uikeyboardtype> iOS 2.0
public enum UIKeyboardType: Int, Sendable {
  /// <https://developer.apple.com/documentation/uikit/uikeyboardtype/default> iOS 2.0
  case `default`
  /// <https://developer.apple.com/documentation/uikit/uikeyboardtype/phonepad> iOS 2.0
  case phonePad = 5
  /// <https://developer.apple.com/documentation/uikit/uikeyboardtype/emailaddress> iOS 2.0
  case emailAddress = 7
}
