/// A request has not arrived whole in the time that it may take.
struct RequestOverdue: Error {}
