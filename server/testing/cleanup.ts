import { afterAll, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

/** Runs at the end of the test, or of the file outside tests: `afterAll` called by a test never runs. */
export function atEnd(work: () => unknown): void {
  const register = getCurrentTest() === undefined ? afterAll : onTestFinished;
  register(async () => {
    await work();
  });
}
