// The times that a zip tells of its files. The writer of Excel files puts the present moment there, so that the same rows
// would give other bytes each second.

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** The length of the record at the end, which has no comment here. */
const END_BYTES = 22

/** The zip with `at` as the time of each of its files; in UTC, since a zip knows no zones. */
export function timedZip(zip: Uint8Array, at: Date): Uint8Array {
  const timed = new Uint8Array(zip)
  const view = new DataView(timed.buffer)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const write = (place: number) => {
    view.setUint16(place, time, true)
    view.setUint16(place + 2, date, true)
  }
  const end = timed.length - END_BYTES
  if (view.getUint32(end, true) !== END) throw new Error('The Excel file has another end than a zip')
  for (let place = view.getUint32(end + 16, true); view.getUint32(place, true) === CENTRAL; ) {
    write(place + 12)
    const local = view.getUint32(place + 42, true)
    if (view.getUint32(local, true) !== LOCAL) throw new Error('The Excel file is no zip as it should be')
    write(local + 10)
    place += 46 + view.getUint16(place + 28, true) + view.getUint16(place + 30, true) + view.getUint16(place + 32, true)
  }
  return timed
}
