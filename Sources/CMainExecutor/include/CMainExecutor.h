#ifndef FERRY_MAIN_EXECUTOR_H
#define FERRY_MAIN_EXECUTOR_H

#include <stdint.h>

// The two words of Swift's UnownedSerialExecutor: the executor, and its witness table.
typedef struct {
  void *identity;
  uintptr_t implementation;
} FerrySerialExecutor;

// Makes an executor the one of the main actor, for the rest of the process. The executor must live as long.
void ferry_set_main_executor(FerrySerialExecutor executor);

#endif
