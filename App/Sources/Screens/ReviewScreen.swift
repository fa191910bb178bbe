import Ferry
import FerryCore
import Foundation
import SwiftUI

/// A review that waits for the buyer's answer.
struct ReviewQuestion {
  let review: CheckoutReview
  let answer: @MainActor (ReviewDecision) -> Void
}

/// What the buyer is about to agree to: the model's texts, in the model's order.
struct ReviewScreen: View {
  private let model: ReviewModel
  private let answer: @MainActor (ReviewDecision) -> Void
  @AccessibilityFocusState private var isFocused: Bool

  init(_ question: ReviewQuestion, language: Language) {
    model = ReviewModel(question.review, language)
    answer = question.answer
  }

  var body: some View {
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
        if let buy = model.buy {
          button(buy).buttonStyle(.borderedProminent)
        }
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
