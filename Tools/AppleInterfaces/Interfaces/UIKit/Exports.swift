// As Apple's UIKit does: who imports it has Foundation.
@_exported public import Foundation
