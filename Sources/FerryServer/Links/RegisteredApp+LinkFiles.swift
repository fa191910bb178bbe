import FerryCore
public import FerryLinks
public import FerryWeb

extension Sequence<RegisteredApp> {
  /// The file by which a host gives its return links to those of the apps that run on iOS.
  public var association: AssociationFile {
    AssociationFile(
      apps: compactMap { app in
        guard case .ios(let ios) = app.platform else { return nil }
        return ios.identifier
      },
      path: AppReturnLink.path + "*")
  }

  /// The file by which a host gives its links to those of the apps that run on Android.
  public var assetLinks: AssetLinks {
    AssetLinks(
      apps: compactMap { app in
        guard case .android(let android) = app.platform else { return nil }
        return AssetLinks.App(
          package: android.package, fingerprints: android.fingerprints.compactMap { CertificateFingerprint($0) })
      })
  }

  /// The sites that links into the apps lead to, each once and in order.
  public var linkHosts: [Origin] {
    Set(map(\.linkHost)).sorted { $0.text < $1.text }
  }
}
