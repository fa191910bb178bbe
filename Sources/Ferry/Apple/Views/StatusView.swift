#if canImport(SwiftUI) && canImport(UIKit)
  public import FerryCore
  import Foundation
  public import SwiftUI
  import UIKit

  /// A payment's status: heading, advice, details of the order, and the buyer's actions. When it changes, VoiceOver's focus
  /// moves to the heading, or VoiceOver announces it.
  public struct StatusView: View {
    private let status: FlowStatus
    /// Nil if the view shows one status only.
    private let flow: CheckoutFlow?
    private let language: Language
    private let perform: (@MainActor (StatusModel.Action) -> Void)?

    /// - Parameter perform: Performs the buyer's action. Nil shows no buttons.
    public init(_ status: FlowStatus, language: Language, perform: (@MainActor (StatusModel.Action) -> Void)? = nil) {
      self.status = status
      flow = nil
      self.language = language
      self.perform = perform
    }

    /// Follows a flow. While a payment is in progress, the view performs the actions itself.
    /// - Parameter perform: Performs the buyer's action after a result: resume, cancel, try again or close. Nil shows no
    ///   buttons then.
    public init(_ flow: CheckoutFlow, language: Language, perform: (@MainActor (StatusModel.Action) -> Void)? = nil) {
      status = flow.status
      self.flow = flow
      self.language = language
      self.perform = perform
    }

    public var body: some View {
      if let flow {
        FollowingView(flow: flow, language: language, perform: perform, status: flow.status)
      } else {
        ModelView(model: StatusModel(status, language), language: language, perform: perform)
      }
    }
  }

  private struct FollowingView: View {
    let flow: CheckoutFlow
    let language: Language
    let perform: (@MainActor (StatusModel.Action) -> Void)?
    @State var status: FlowStatus

    var body: some View {
      let model = StatusModel(following: status, language, isPerformed: perform != nil)
      ModelView(model: model, language: language) { action in
        switch action {
        case .checkAgain: flow.wake()
        case .goOn, .cancel, .tryAgain, .close: perform?(action)
        }
      }
      .task {
        for await status in flow.statuses { self.status = status }
      }
    }
  }

  private struct ModelView: View {
    let model: StatusModel
    let language: Language
    let perform: (@MainActor (StatusModel.Action) -> Void)?
    @AccessibilityFocusState private var isFocused: Bool

    var body: some View {
      VStack(spacing: 16) {
        sign.accessibilityHidden(true)
        VStack(spacing: 8) {
          Text(verbatim: model.title).font(.title2).accessibilityAddTraits(.isHeader)
          Text(verbatim: model.advice).font(.body)
        }
        .accessibilityElement(children: .combine)
        .accessibilityFocused($isFocused)
        ForEach(model.details, id: \.self) { Text(verbatim: $0).font(.body) }
        if let perform {
          ForEach(model.actions, id: \.self) { action in
            Button {
              perform(action)
            } label: {
              Text(verbatim: action.label(language)).frame(maxWidth: .infinity, minHeight: 44)
            }
            .buttonStyle(.bordered)
          }
        }
      }
      .multilineTextAlignment(.center)
      .padding()
      .task(id: model.announcement) { tell() }
    }

    /// Shown in addition to the text, never instead of it.
    @ViewBuilder
    private var sign: some View {
      if model.isBusy {
        ProgressView()
      } else {
        switch model.tone {
        case .neutral: EmptyView()
        case .success: Image(systemName: "checkmark.circle").font(.title2)
        case .attention: Image(systemName: "exclamationmark.triangle").font(.title2)
        }
      }
    }

    private func tell() {
      guard let announcement = model.announcement else { return }
      // VoiceOver reads an element that gets the focus, but not one that has it already.
      if announcement.focus == .title, !isFocused { isFocused = true } else { announcement.speak() }
    }
  }
#endif
