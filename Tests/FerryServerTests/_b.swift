import Testing
import HummingbirdTesting
import Yams
