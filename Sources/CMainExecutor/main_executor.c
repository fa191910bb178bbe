#include "CMainExecutor.h"

// A hook of the runtime's (Swift 6.3, stdlib/public/CompatibilityOverride and include/swift/Runtime/Concurrency.h). The executor of
// the main actor cannot be chosen in Swift yet: ExecutorFactory is experimental, and counts for whole programs.
extern void *swift_task_getMainExecutor_hook;

static FerrySerialExecutor chosen;

__attribute__((swiftcall)) static FerrySerialExecutor main_executor(void *original) {
  (void)original;
  return chosen;
}

void ferry_set_main_executor(FerrySerialExecutor executor) {
  chosen = executor;
  swift_task_getMainExecutor_hook = (void *)main_executor;
}
