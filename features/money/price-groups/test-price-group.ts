// Requests for price groups in tests: a fixed one, and a week with the same slots every day.
type Slot = Record<string, unknown>
export const slot = (more: Slot = {}): Slot => ({
  day: 0,
  startTime: '00:00',
  endTime: '23:59',
  priceType: 'kwh',
  priceperKW: 16,
  ...more,
})
export const fixedBody = (more: object = {}) => ({
  name: 'Day',
  description: 'All day',
  priceGroupType: 'fixed',
  priceDetails: [slot()],
  ...more,
})
/** Slots of every day, cut at `cuts`, with the prices per kWh in turn. */
export const weekOf = (cuts: readonly string[], prices: readonly number[]): Slot[] =>
  [0, 1, 2, 3, 4, 5, 6].flatMap(day =>
    [...cuts, '23:59'].map((endTime, i) =>
      slot({ day, startTime: cuts[i - 1] ?? '00:00', endTime, priceperKW: prices[i % prices.length] }),
    ),
  )
export const variableBody = (more: object = {}) => ({
  name: 'Day and night',
  description: '',
  priceGroupType: 'variable',
  priceDetails: weekOf(['12:00'], [16, 22]),
  ...more,
})
