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
          ForEach(Array(model.lines.enumerated()), id: \.offset) { line in
            row("\(line.element.name) · \(line.element.quantity)", line.element.amount)
              .accessibilityElement(children: .ignore)
              .accessibilityLabel(Text(verbatim: line.element.accessibilityLabel))
          }
        }
        Section {
          ForEach(model.sums, id: \.title) { sum in
            row(sum.title, sum.amount).font(sum.isTotal ? .headline : .body).accessibilityElement(children: .combine)
          }
        }
        Section {
          if let buy = model.buy { button(buy).buttonStyle(.borderedProminent) }
          button(model.cancel)
        }
      }
      .task(id: model) { isFocused = true }
    }

    private func changeable(_ section: ReviewModel.Section) -> some View {
      Section {
        ForEach(Array(section.lines.enumerated()), id: \.offset) { Text(verbatim: $0.element) }
        button(section.change)
      } header: {
        Text(verbatim: section.title)
      }
    }

    private func row(_ name: String, _ amount: String) -> some View {
      HStack {
        Text(verbatim: name)
        Spacer()
        Text(verbatim: amount)
      }
    }

    private func button(_ button: ReviewModel.Button) -> some View {
      Button {
        answer(button.decision)
      } label: {
        Text(verbatim: button.label).frame(maxWidth: .infinity, minHeight: 44)
      }
    }
  }
#endif
