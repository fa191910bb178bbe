extension AmazonPayConfiguration {
  /// What is wrong with the addresses and the topic of notifications.
  var notificationProblems: [AmazonPayConfigurationError.Problem] {
    var problems: [AmazonPayConfigurationError.Problem] = []
    let urls = merchants.flatMap { $0.notificationURLs.values.sorted() }
    for url in urls where ReturnURL(url) == nil || url.contains("#") { problems.append(.notificationURL(url)) }
    let topic = notifications.topicARN
    if !urls.isEmpty, topic.wholeMatch(of: /arn:aws:sns:[a-z0-9\-]+:[0-9]{12}:[A-Za-z0-9_.\-]{1,256}/) == nil {
      problems.append(.topic(topic))
    }
    return problems
  }
}
