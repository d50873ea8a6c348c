// Prints the worker that a program in this folder would run, or the paths that it searched.

#include <iostream>

#include "core/import/worker/import_worker.h"

int main() {
  const auto found = texeleton::importing::ImportWorker::find({});
  std::cout << (found ? found->program().string() : found.error().message.text()) << std::endl;
  return found ? 0 : 1;
}
