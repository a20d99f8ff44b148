// Numbers as people write them down: digits, with a sign and decimals at most. `1e3` and `0x10` are none (D-GEN-11).

const PLAIN = /^-?\d{1,30}(\.\d{1,30})?$/

/** The number a text holds, undefined for every text that is not one in plain decimal digits. Spaces around are let go. */
export const plainNumber = (text: string): number | undefined => {
  const trimmed = text.trim()
  return PLAIN.test(trimmed) ? Number(trimmed) : undefined
}
