#if canImport(SwiftUI) && canImport(UIKit)
  public import FerryCore
  import Foundation
  public import SwiftUI

  /// The button that starts a payment. With the provider's artwork it shows only that, as providers require. Screen readers
  /// always read its text. It is disabled while a payment is in progress.
  public struct PayButton: View {
    private let model: PayButtonModel
    private let artwork: Image?
    private let action: @MainActor () -> Void

    /// - Parameters:
    ///   - provider: The provider's name as people know it: "Amazon Pay".
    ///   - status: The flow's status: see `CheckoutFlow.statuses`.
    ///   - artwork: The provider's button, from the app's own assets.
    public init(
      provider: String, status: FlowStatus = .idle, language: Language, artwork: Image? = nil,
      action: @escaping @MainActor () -> Void
    ) {
      model = PayButtonModel(provider: provider, status, language)
      self.artwork = artwork
      self.action = action
    }

    public var body: some View {
      if let artwork {
        button { artwork.resizable().scaledToFit().frame(minHeight: 44) }.buttonStyle(.plain)
      } else {
        button {
          HStack(spacing: 8) {
            if !model.isEnabled { ProgressView() }
            Text(verbatim: model.label).font(.headline)
          }
          .frame(maxWidth: .infinity, minHeight: 44)
        }
        .buttonStyle(.borderedProminent)
      }
    }

    private func button(@ViewBuilder label: () -> some View) -> some View {
      Button(action: action, label: label)
        .disabled(!model.isEnabled)
        .accessibilityLabel(Text(verbatim: model.accessibilityLabel))
        .accessibilityHint(Text(verbatim: model.accessibilityHint))
    }
  }
#endif
