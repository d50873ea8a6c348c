// Prints the worker that a program at this place would run, or where it looked for one.

#include <iostream>

#include "core/import/worker/import_worker.h"

int main() {
  const auto found = texeleton::importing::ImportWorker::find({});
  std::cout << (found ? found->program().string() : found.error().message.text()) << std::endl;
  return found ? 0 : 1;
}
