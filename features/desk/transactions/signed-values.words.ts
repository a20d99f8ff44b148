// The files of signed values, and their names.
export const SIGNED_FORMATS = ['json', 'xml'] as const
export type SignedFormat = (typeof SIGNED_FORMATS)[number]
export const signedFile = (transactionId: number, format: SignedFormat): string =>
  `signed_values_${transactionId}.${format}`
