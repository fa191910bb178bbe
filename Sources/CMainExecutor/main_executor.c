#include "CMainExecutor.h"

// A hook of the runtime's (Swift 6.3, stdlib/public/CompatibilityOverride and include/swift/Runtime/Concurrency.h). The executor of
// the main actor cannot be chosen in Swift yet: ExecutorFactory is experimental, and counts for whole programs.
#if defined(__APPLE__)
__attribute__((weak_import))
#endif
extern void *swift_task_getMainExecutor_hook;

static FerrySerialExecutor chosen;

__attribute__((swiftcall)) static FerrySerialExecutor main_executor(void *original) {
  (void)original;
  return chosen;
}

void ferry_set_main_executor(FerrySerialExecutor executor) {
  chosen = executor;
  // Other threads read it, and may not see it before the executor.
  if (&swift_task_getMainExecutor_hook) {
    __atomic_store_n(&swift_task_getMainExecutor_hook, (void *)main_executor, __ATOMIC_RELEASE);
  }
}
