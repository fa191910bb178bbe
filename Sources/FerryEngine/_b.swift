import AsyncHTTPClient
import ServiceLifecycle
import Metrics
import Logging
