/// Whether money is real. Part of every key, id and table, so that a test payment can never settle a live order.
public enum Mode: String, ClosedValue, Hashable, Sendable {
  case test
  case live
}
