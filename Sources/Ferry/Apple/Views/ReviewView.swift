#if canImport(SwiftUI) && canImport(UIKit)
  public import FerryCore
  import Foundation
  public import SwiftUI

  /// The review that the buyer agrees to, with its buttons. VoiceOver's focus goes to the heading.
  public struct ReviewView: View {
    private let model: ReviewModel
    private let answer: @MainActor (ReviewDecision) -> Void
    @AccessibilityFocusState private var isFocused: Bool

    public init(_ review: CheckoutReview, language: Language, answer: @escaping @MainActor (ReviewDecision) -> Void) {
      model = ReviewModel(review, language)
      self.answer = answer
    }

    public var body: some View {
      List {
        Section {
          Text(verbatim: ([model.title, model.advice] + model.changes).joined(separator: "\n"))
            .font(.headline)
            .accessibilityLabel(Text(verbatim: model.announcement.text))
            .accessibilityAddTraits(.isHeader)
            .accessibilityFocused($isFocused)
        }
        if let address = model.address { changeable(address) }
        if let payment = model.payment { changeable(payment) }
        Section {
          ForEach(Array(model.lines.enumerated()), id: \.offset) { row($0.element) }
        }
        Section {
          ForEach(Array(model.sums.enumerated()), id: \.offset) { row($0.element) }
          if let total = model.total { row(total).font(.headline) }
        }
        Section {
          if let buy = model.buy { button(buy, .buy).buttonStyle(.borderedProminent) }
          button(model.cancel, .cancel)
        }
      }
      .task(id: model) { isFocused = true }
    }

    private func changeable(_ section: ReviewModel.Section) -> some View {
      Section {
        ForEach(Array(section.lines.enumerated()), id: \.offset) { Text(verbatim: $0.element) }
        button(section.changeLabel, section.change)
      } header: {
        Text(verbatim: section.title)
      }
    }

    private func row(_ line: ReviewModel.Line) -> some View {
      HStack {
        Text(verbatim: [line.name, line.quantity].compactMap { $0 }.joined(separator: " · "))
        Spacer()
        Text(verbatim: line.amount)
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(Text(verbatim: line.accessibilityLabel))
    }

    private func button(_ label: String, _ decision: ReviewDecision) -> some View {
      Button {
        answer(decision)
      } label: {
        Text(verbatim: label).frame(maxWidth: .infinity, minHeight: 44)
      }
    }
  }
#endif
