// Checks that read several fields of a body, or all rows of a list.

/**
 * The `when` of such a check. Without a condition zod skips the check as long as a field inside has no readable value, so
 * the first Save would hide an error that the second Save shows. With this condition the check runs beside all others; the
 * values that it reads may therefore be of any kind.
 */
export const besideOthers = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null

/** The error of a field: `missing` where nothing was given, `wrong` where the value cannot be taken. */
export const missingOr =
  (missing: string, wrong: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === null || input === '' ? missing : wrong

/** The text for a value that is none of a short list of choices. */
export const oneOfText = (choices: readonly string[]): string => `Should be one of ${choices.join(', ')}`
