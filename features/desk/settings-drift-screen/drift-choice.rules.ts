// A row of the list of keys that differ by one text, and back.

/** `7:heartbeatinterval` */
export const keyOfRow = ({ chargepoint_pk: pk, spelling }: { chargepoint_pk: number; spelling: string }): string =>
  `${pk}:${spelling.toLowerCase()}`
export function rowOfKey(id: string): { chargepoint_pk: number; key: string } {
  const [pk = '', ...key] = id.split(':')
  return { chargepoint_pk: Number(pk), key: key.join(':') }
}
