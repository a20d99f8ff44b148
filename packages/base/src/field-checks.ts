// Checks that read several fields of a body, or all rows of a list.

type Checked = { value: unknown; issues: readonly { code?: string | undefined; path?: PropertyKey[] | undefined }[] }
/**
 * The `when` of such a check. Without a condition zod skips the check as long as a field inside has no readable value, so
 * the first Save would hide an error that the second Save shows. With this condition the check runs beside all others,
 * unless the whole is no record or list at all; the fields and rows that it reads may still be of any kind.
 */
export const besideOthers = ({ value, issues }: Checked): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !issues.some(issue => issue.code === 'invalid_type' && (issue.path?.length ?? 0) === 0)

/** The error of a field: `missing` where nothing was given, `wrong` where the value cannot be taken. */
export const missingOr =
  (missing: string, wrong: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === null || input === '' ? missing : wrong

/** The text for a value that is none of a short list of choices. */
export const oneOfText = (choices: readonly string[]): string => `Should be one of ${choices.join(', ')}`
