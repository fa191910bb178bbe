import Ferry
import FerryCore
import Foundation
import SwiftUI
import UIKit

/// The form for the buyer and their address, where the provider asks for neither.
struct DeliveryScreen: View {
  let shop: Shop
  let market: MarketBody
  let delivery: Binding<Delivery>
  let goOn: @MainActor () -> Void
  let goBack: @MainActor () -> Void

  var body: some View {
    List {
      Section {
        if !delivery.wrappedValue.refused.isEmpty {
          Text(verbatim: shop.texts.deliveryIncomplete).font(.body)
        }
        ForEach(Delivery.fields(in: market), id: \.self) { field in
          VStack(alignment: .leading, spacing: 4) {
            entry(field)
            if delivery.wrappedValue.refused.contains(field) {
              Text(verbatim: shop.texts.pleaseCorrect).font(.footnote)
            }
          }
        }
      } header: {
        Text(verbatim: shop.texts.deliveryTitle)
      }
      Section {
        Button(action: goOn) {
          Text(verbatim: shop.texts.toReview).font(.headline).frame(maxWidth: .infinity, minHeight: 44)
        }
        .buttonStyle(.borderedProminent)
        .disabled(!delivery.wrappedValue.isComplete(in: market))
        Button(action: goBack) {
          Text(verbatim: shop.texts.back).frame(maxWidth: .infinity, minHeight: 44)
        }
        .buttonStyle(.bordered)
      }
    }
  }

  @ViewBuilder
  private func entry(_ field: Delivery.Field) -> some View {
    let label = Text(verbatim: field.label(shop.texts, in: market))
    if field == .documentType {
      Picker(selection: delivery[field]) {
        ForEach(market.documentTypes, id: \.self) { Text(verbatim: $0).tag($0) }
      } label: {
        label
      }
    } else {
      label.font(.footnote).foregroundStyle(.secondary).accessibilityHidden(true)
      TextField(text: delivery[field]) { label }
        .textContentType(field.contentType)
        .keyboardType(field.keyboard)
        .textInputAutocapitalization(field == .email ? .never : .words)
    }
  }
}

extension Delivery.Field {
  fileprivate var contentType: UITextContentType? {
    switch self {
    case .name: .givenName
    case .surname: .familyName
    case .email: .emailAddress
    case .mobile: .telephoneNumber
    case .street: .fullStreetAddress
    case .city: .addressCity
    case .region: .addressState
    case .postalCode: .postalCode
    case .documentType, .document: nil
    }
  }

  fileprivate var keyboard: UIKeyboardType {
    switch self {
    case .email: .emailAddress
    case .mobile: .phonePad
    case .name, .surname, .documentType, .document, .street, .city, .region, .postalCode: .default
    }
  }
}
