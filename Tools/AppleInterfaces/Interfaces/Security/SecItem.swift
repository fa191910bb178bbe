// In Swift for Apple's platforms the types of Core Foundation are classes to which Swift's values are bridged with `as`.

/// <https://developer.apple.com/documentation/corefoundation/cftyperef> iOS 2.0
public typealias CFTypeRef = AnyObject
/// <https://developer.apple.com/documentation/corefoundation/cfstring> iOS 2.0
public typealias CFString = String
/// <https://developer.apple.com/documentation/corefoundation/cfdictionary> iOS 2.0
public typealias CFDictionary = [String: Any]

/// <https://developer.apple.com/documentation/kernel/osstatus> iOS 2.0
public typealias OSStatus = Int32

/// <https://developer.apple.com/documentation/security/secitemadd(_:_:)> iOS 2.0
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { undeclared() }
/// <https://developer.apple.com/documentation/security/secitemupdate(_:_:)> iOS 2.0
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { undeclared() }
/// <https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)> iOS 2.0
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { undeclared() }
/// <https://developer.apple.com/documentation/security/secitemdelete(_:)> iOS 2.0
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { undeclared() }

/// <https://developer.apple.com/documentation/security/errsecsuccess> iOS 2.0
public var errSecSuccess: OSStatus { undeclared() }
/// <https://developer.apple.com/documentation/security/errsecitemnotfound> iOS 2.0
public var errSecItemNotFound: OSStatus { undeclared() }
/// <https://developer.apple.com/documentation/security/errsecinteractionnotallowed> iOS 2.0
public var errSecInteractionNotAllowed: OSStatus { undeclared() }

/// <https://developer.apple.com/documentation/security/ksecclass> iOS 2.0
public var kSecClass: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecclassgenericpassword> iOS 2.0
public var kSecClassGenericPassword: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecattrservice> iOS 2.0
public var kSecAttrService: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecattraccount> iOS 2.0
public var kSecAttrAccount: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecattraccessible> iOS 4.0
public var kSecAttrAccessible: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly> iOS 4.0
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecattrsynchronizable> iOS 7.0
public var kSecAttrSynchronizable: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecmatchlimit> iOS 2.0
public var kSecMatchLimit: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecmatchlimitall> iOS 2.0
public var kSecMatchLimitAll: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecreturnattributes> iOS 2.0
public var kSecReturnAttributes: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecreturndata> iOS 2.0
public var kSecReturnData: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecvaluedata> iOS 2.0
public var kSecValueData: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain> iOS 13.0
public var kSecUseDataProtectionKeychain: CFString { undeclared() }
/// <https://developer.apple.com/documentation/security/ksecattrcomment> iOS 2.0
public var kSecAttrComment: CFString { undeclared() }
