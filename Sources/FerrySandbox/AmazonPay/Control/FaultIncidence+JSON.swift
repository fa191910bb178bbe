extension AmazonPayFault.Incidence {
  static let fields = [
    RequestShape.optional("count", .count), RequestShape.optional("perThousand", .count),
    RequestShape.optional("seed", .count),
  ]

  /// Without count and chance, the next one.
  init(_ body: JSONValue) {
    self =
      body["perThousand"]?.wholeNumber.map {
        .perThousand(Int(clamping: $0), seed: UInt64(clamping: body["seed"]?.wholeNumber ?? 0))
      } ?? .next(Int(clamping: body["count"]?.wholeNumber ?? 1))
  }

  var members: [JSONValue.Member] {
    switch self {
    case .next(let count): [JSONValue.Member(name: "count", value: JSONValue(count))]
    case .perThousand(let share, let seed):
      [
        JSONValue.Member(name: "perThousand", value: JSONValue(share)),
        JSONValue.Member(name: "seed", value: .number(String(seed))),
      ]
    }
  }
}
