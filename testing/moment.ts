// The hour of a test file: an hour that began before the file was loaded, whatever ran in this process before.
export const moment = { anHourAgo: 0 }

/** Begins it anew; called before each file is loaded (testing/setup.ts). */
export function beginHour(): void {
  moment.anHourAgo = Date.now() - 3_600_000
}
