// Texts of one line: names that others are to recognise, and headers.

/** Whether a text is one line, without control characters: fit for a header of a mail. */
export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text)
/** Joiners where Indic letters need them: behind a virama (RFC 5892, A.1 and A.2). */
const JOINERS = /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gu
/** What nobody sees, or what turns the direction of a text: two names that look alike must be the same. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Whether a text is one line of signs that people see, and so fit for a name that others are to recognise. */
export const isReadable = (text: string): boolean => isOneLine(text) && !UNSEEN.test(text.replaceAll(JOINERS, ''))
export const notReadable = (label: string): string =>
  `${label} has a sign that nobody sees, such as one without width or one that turns the direction. Please type it anew.`
/** A text as one line, for a header. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()
