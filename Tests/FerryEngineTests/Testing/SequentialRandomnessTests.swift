import FerryCore
import FerryTesting
import Testing

@Suite("Sequential randomness")
struct SequentialRandomnessTests {
  @Test("Follows SplitMix64 for a seed, as published with the algorithm")
  func splitMix64() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
    #expect(generator.next() == 4_593_380_528_125_082_431)
    #expect(generator.next() == 16_408_922_859_458_223_821)
  }

  @Test("The same seed gives the same bytes and tokens in every run")
  func repeatable() {
    let one = SequentialRandomness(seed: 7)
    let other = SequentialRandomness(seed: 7)
    for count in [1, 16, 3, 32] { #expect(one.bytes(count) == other.bytes(count)) }
    #expect(one.token() == other.token())
    #expect(SequentialRandomness(seed: 1_234_567).bytes(4) == [0x85, 0xFC, 0x08, 0xFB])
  }

  @Test("Another seed, and a later call, return other bytes")
  func different() {
    let randomness = SequentialRandomness(seed: 1)
    let first = randomness.bytes(16)
    #expect(randomness.bytes(16) != first)
    #expect(SequentialRandomness(seed: 2).bytes(16) != first)
  }

  @Test("Returns the requested number of bytes", arguments: [0, 1, 7, 8, 9, 100])
  func count(_ count: Int) {
    #expect(SequentialRandomness().bytes(count).count == count)
  }
}
