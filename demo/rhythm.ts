// When cars come: by the kind of place and the local hour. The written past and the live chargers keep the same rhythm.

export type Kind = 'airport' | 'mall' | 'office' | 'station' | 'depot'

/** Share of the connectors in use, percent, by local hour 0 to 23, on an ordinary day. */
const USE: Record<Kind, readonly number[]> = {
  airport: [46, 44, 42, 42, 46, 50, 55, 58, 55, 50, 46, 44, 44, 44, 44, 46, 50, 56, 62, 64, 60, 54, 50, 48],
  mall: [6, 5, 5, 5, 5, 5, 6, 8, 12, 20, 32, 44, 54, 58, 56, 54, 56, 62, 70, 74, 72, 60, 36, 14],
  office: [8, 7, 6, 6, 6, 8, 14, 28, 52, 68, 72, 66, 58, 56, 62, 64, 58, 50, 44, 34, 24, 18, 14, 10],
  station: [12, 9, 8, 8, 12, 24, 42, 60, 68, 62, 46, 38, 36, 36, 38, 44, 54, 66, 70, 62, 48, 36, 26, 18],
  depot: [84, 84, 82, 78, 68, 50, 30, 18, 14, 16, 20, 24, 30, 30, 24, 20, 20, 24, 32, 46, 62, 74, 80, 84],
}

/** Share of the connectors of such a place in use at a local hour, 0 to 1. */
export const occupancyAt = (kind: Kind, hour: number): number => (USE[kind][hour] ?? 0) / 100

/** How long a car stays at most, minutes from and to, by place and outlet; a depot's and an office's cars stay long. */
export function stayMinutes(kind: Kind, outlet: 'AC' | 'DC'): readonly [number, number] {
  if (outlet === 'DC') return kind === 'depot' ? [30, 75] : [15, 55]
  if (kind === 'depot') return [180, 420]
  return kind === 'office' ? [120, 300] : [50, 160]
}
