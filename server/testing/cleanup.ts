import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Runs at the end of the test, or of the file outside tests: `afterAll` called by a test never runs. */
export function atEnd(work: () => unknown): void {
  const register = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  register(async () => {
    await work();
  });
}
