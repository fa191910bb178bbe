#if canImport(Security)
  import FerryCore
  import Foundation
  import Security

  /// Stores items in the keychain: readable after the first unlock (a link may wake the app while the screen is locked), on this
  /// device only, in no backup and in no iCloud keychain.
  ///
  /// A keychain outlives the app that wrote to it, so use it inside `InstallationStorage`.
  struct KeychainStorage: CheckoutStorage {
    private let service: String

    /// - Parameter app: The registered app's id. Flavours of the app have different ids, so that they do not see each other's
    ///   items in a shared access group.
    init(app: String) { service = "ferry.checkouts." + app }

    func items() async throws(StorageFailure) -> [StoredItem] {
      var query = base
      query[kSecMatchLimit] = kSecMatchLimitAll
      query[kSecReturnAttributes] = true
      query[kSecReturnData] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      guard status != errSecItemNotFound else { return [] }
      guard status == errSecSuccess else { throw Self.failure(status) }
      return (found as? [[CFString: Any]] ?? []).compactMap(Self.item).sorted { $0.name < $1.name }
    }

    func keep(_ item: StoredItem) async throws(StorageFailure) {
      var query = base
      query[kSecAttrAccount] = item.name
      let values: [CFString: Any] = [
        kSecValueData: Data(item.bytes),
        kSecAttrComment: String(item.expiresAt.milliseconds),
        kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
      if status == errSecItemNotFound {
        let item = query.merging(values) { _, value in value }
        status = SecItemAdd(item as CFDictionary, nil)
      }
      guard status == errSecSuccess else { throw Self.failure(status) }
    }

    func drop(_ name: String) async throws(StorageFailure) {
      var query = base
      query[kSecAttrAccount] = name
      let status = SecItemDelete(query as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.failure(status) }
    }

    private var base: [CFString: Any] {
      [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: service,
        kSecAttrSynchronizable: false,
        // On a Mac, only this keychain supports the accessibility above.
        kSecUseDataProtectionKeychain: true,
      ]
    }

    private static func item(_ attributes: [CFString: Any]) -> StoredItem? {
      guard let name = attributes[kSecAttrAccount] as? String, let data = attributes[kSecValueData] as? Data else {
        return nil
      }
      let expiry = (attributes[kSecAttrComment] as? String).flatMap { Int64($0) } ?? .max
      return StoredItem(name: name, bytes: Array(data), expiresAt: Moment(milliseconds: expiry))
    }

    private static func failure(_ status: OSStatus) -> StorageFailure {
      status == errSecInteractionNotAllowed ? .cannotReadYet : .failed(status)
    }
  }
#endif
