import Testing

/// Whole journeys in Chromium and WebKit, at `ferry demo`. One after another: each has a browser and a server to itself.
@Suite("In a browser", .serialized, .timeLimit(.minutes(10)))
enum BrowserJourneys {}
